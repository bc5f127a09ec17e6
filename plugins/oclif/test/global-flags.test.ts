import { describe, expect, it } from "vitest"
import { type CommandNames, hoistGlobalFlags } from "../src/flags/global-flags.ts"
import type { FlagDefinition } from "../src/gate/oclif-shape.ts"

const option: FlagDefinition = { type: "option" }
const commands: Record<string, Record<string, FlagDefinition>> = {
  hello: { name: option, short: { ...option, char: "s" } },
  "decisions approve": {},
  "report export": { format: { ...option, options: ["csv", "json"] } }
}
const names: CommandNames = {
  command: (words) =>
    commands[words.join(" ")] === undefined ? undefined : { flags: commands[words.join(" ")] ?? {} },
  isPath: (words) => Object.keys(commands).some((known) => `${known} `.startsWith(`${words.join(" ")} `))
}
const hoist = (line: string) => hoistGlobalFlags(line.split(" "), names)

describe("the global flags of a command line", () => {
  it.each([
    ["--format json decisions approve D-42 --yes", "decisions approve D-42 --yes", "json"],
    ["decisions --format json approve D-1", "decisions approve D-1", "json"],
    ["decisions approve --format=plain D-1", "decisions approve D-1", "plain"],
    ["decisions approve D-1 --format json", "decisions approve D-1", "json"],
    ["hello --name Ada --format json", "hello --name Ada", "json"]
  ])("are read and taken out of `%s`", (line, argv, format) => {
    const hoisted = hoist(line)
    expect(hoisted.argv.join(" ")).toBe(argv)
    expect(hoisted.globals.format).toBe(format)
    expect(hoisted.problem).toBeUndefined()
  })

  it("leave the value of another option alone, even when it looks like a flag", () => {
    expect(hoist("hello --name --format").argv).toEqual(["hello", "--name", "--format"])
    expect(hoist("hello -s --non-interactive").globals.nonInteractive).toBe(false)
    expect(hoist("hello -sx --non-interactive").globals.nonInteractive).toBe(true)
  })

  it("are not looked for after `--`", () => {
    const { argv, globals } = hoist("hello -- --format json --non-interactive")
    expect(argv).toEqual(["hello", "--", "--format", "json", "--non-interactive"])
    expect(globals).toEqual({ nonInteractive: false, schema: false })
  })

  it("are read and left in place where the command declares the flag itself", () => {
    expect(hoist("report export --format csv")).toMatchObject({
      argv: ["report", "export", "--format", "csv"]
    })
    expect(hoist("report export --format csv").globals.format).toBeUndefined()
    expect(hoist("--format json report export")).toMatchObject({
      argv: ["report", "export", "--format", "json"],
      globals: { format: "json" }
    })
  })

  it("say what is wrong with an unknown or a missing format", () => {
    expect(hoist("hello --format xml").problem).toBe(
      "--format xml is not an output format of this tool. Expected --format json or plain."
    )
    expect(hoist("hello --format").problem).toMatch(/has no value. Expected --format json or plain/)
  })
})

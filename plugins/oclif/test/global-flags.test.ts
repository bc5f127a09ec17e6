import { describe, expect, it } from "vitest"
import { type CommandNames, hoistGlobalFlags } from "../src/flags/global-flags.ts"
import { rootFlags } from "../src/flags/gate-flags.ts"
import type { FlagDefinition } from "../src/gate/oclif-shape.ts"

const option: FlagDefinition = { type: "option" }
const commands: Record<string, Record<string, FlagDefinition>> = {
  hello: { name: option, short: { ...option, char: "s" } },
  "decisions approve": {},
  "report export": { format: { ...option, options: ["csv", "json"] } },
  "db migrate": {
    schema: option,
    "non-interactive": { type: "boolean" },
    "output-schema": { type: "boolean" }
  },
  listed: { schema: { ...rootFlags.schema } }
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
    expect(globals).toEqual({ nonInteractive: false, schema: false, outputSchema: false })
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

  it("are left to a command whose own flag of that name means something else", () => {
    const { argv, globals } = hoist("db migrate --schema --output-schema --output-schema --non-interactive")
    expect(argv).toEqual("db migrate --schema --output-schema --output-schema --non-interactive".split(" "))
    expect(globals).toEqual({ nonInteractive: true, schema: false, outputSchema: false })
    expect(hoist("listed --schema").globals.schema).toBe(true)
  })

  it("bring a `--yes` that stands before or inside the path to where oclif reads it", () => {
    for (const line of ["--yes decisions approve D-1", "decisions --yes --format json approve D-1"])
      expect(hoist(line)).toMatchObject({
        argv: ["decisions", "approve", "--yes", "D-1"],
        isEarly: true
      })
    expect(hoist("decisions approve D-1 --yes")).toMatchObject({
      argv: ["decisions", "approve", "D-1", "--yes"],
      isEarly: false
    })
  })

  it("have another name where the specification gives them one", () => {
    expect(hoist("hello --print-schema")).toMatchObject({ argv: ["hello"], globals: { schema: true } })
    expect(hoist("--output-schema hello").globals.outputSchema).toBe(true)
  })

  it("may be repeated, but not contradict each other", () => {
    expect(hoist("--format json hello --format=json").problem).toBeUndefined()
    expect(hoist("--format json hello --format tsv").problem).toBe(
      "--format is given as json and as tsv. Give it once."
    )
  })

  it("say where they were found, and what was taken out", () => {
    expect(hoist("--format json hello --schema")).toMatchObject({
      isEarly: true,
      taken: ["--format", "json", "--schema"]
    })
    expect(hoist("hello Ada --format json")).toMatchObject({ isEarly: false, taken: ["--format", "json"] })
  })

  it("say what is wrong with an unknown or a missing format", () => {
    expect(hoist("hello --format xml").problem).toBe(
      "--format xml is not an output format of this tool. Expected --format json, jsonl, tsv or plain."
    )
    expect(hoist("hello --format").problem).toMatch(
      /has no value. Expected --format json, jsonl, tsv or plain/
    )
  })
})

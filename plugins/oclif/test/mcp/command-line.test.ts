import { Args, Flags, Parser } from "@oclif/core"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { describeCommand } from "../../src/describe/entry.ts"
import { commandLine } from "../../src/mcp/command-line.ts"
import { inputsOf } from "../../src/mcp/inputs.ts"

const args = { first: Args.string({ required: true }), second: Args.string(), name: Args.string() }
const flags = {
  name: Flags.string({ char: "n" }),
  tag: Flags.string({ multiple: true }),
  force: Flags.boolean({ allowNo: true }),
  quiet: Flags.boolean(),
  level: Flags.string({ options: ["low", "high"] })
}
const place = { bin: "tool", path: ["do", "it"] }
const strict = inputsOf(describeCommand({ args, flags } as object, undefined, place))
const unstrict = inputsOf(describeCommand({ args, flags, strict: false } as object, undefined, place))
const style = { words: ["do", "it"], isDashDashPlain: false }

/** Texts that a shell, a parser or a host could take for something else. */
const text = fc
  .oneof(
    fc.constantFrom(
      "-",
      "--",
      "--yes",
      "-n",
      "--name=x",
      "-nx",
      "--no-force",
      "do",
      "it",
      "a b",
      "$(id)",
      "`id`",
      ";",
      "'",
      '"',
      "\n",
      "é",
      "😀",
      "%PATH%",
      "--format",
      "json"
    ),
    fc.string({ minLength: 1, unit: "grapheme" })
  )
  .filter((value) => !value.includes("\0") && value !== "")

const looksLikeFlag = /^(-n.*|--(no-force|force|quiet|name|tag|level))$/su

const given = fc.record(
  {
    first: text,
    second: text,
    name: text,
    "--name": text,
    tag: fc.array(text, { maxLength: 3 }),
    force: fc.boolean(),
    quiet: fc.boolean(),
    level: fc.constantFrom("low", "high")
  },
  { requiredKeys: ["first", "second"] }
)

describe("the command line of a call", () => {
  it("is read by oclif's own parser as what was given, whatever it looks like", async () => {
    await fc.assert(
      fc.asyncProperty(given, fc.array(text, { maxLength: 3 }), async (values, more): Promise<void> => {
        const hasMore = values.name !== undefined && more.length > 0
        const line = commandLine(
          hasMore ? unstrict : strict,
          { ...values, ...(hasMore ? { arguments: more } : {}) },
          style
        )
        expect(line.slice(0, 2)).toEqual(["do", "it"])
        const parsing = Parser.parse(line.slice(2), { args, flags, strict: !hasMore })
        // oclif takes no value that is the name of a flag, in whichever way it is given. It refuses; it never takes it for the flag.
        if ([values["--name"], ...(values.tag ?? [])].some((value) => looksLikeFlag.test(value ?? ""))) {
          await expect(parsing).rejects.toThrow(/^Flag --(name|tag) expects a value$/)
          return
        }
        const parsed = await parsing
        const { "--name": name, tag = [], first, second, name: third, ...rest } = values
        expect({ ...parsed.args }).toEqual({ first, second, ...(third === undefined ? {} : { name: third }) })
        expect({ ...parsed.flags }).toEqual({
          ...(name === undefined ? {} : { name }),
          ...(tag.length === 0 ? {} : { tag }),
          ...(rest.force === undefined ? {} : { force: rest.force }),
          // A switch that cannot be turned off is simply not given.
          ...(rest.quiet === true ? { quiet: true } : {}),
          ...(rest.level === undefined ? {} : { level: rest.level })
        })
        if (hasMore) expect(parsed.argv.length).toBe(3 + more.length)
      }),
      { numRuns: 400 }
    )
  })

  it("has nothing behind the path where nothing is given, flags by name, and -- only before arguments", () => {
    const noArgs = inputsOf(describeCommand({ flags } as object, undefined, place))
    expect(commandLine(noArgs, undefined, style)).toEqual(["do", "it"])
    expect(commandLine(noArgs, { quiet: true, tag: ["a", "b"] }, style)).toEqual([
      "do",
      "it",
      "--quiet",
      "--tag=a",
      "--tag=b"
    ])
  })

  it("puts arguments first where the command takes -- for one of them, and refuses one that looks like a flag", () => {
    const plain = { ...style, isDashDashPlain: true }
    expect(commandLine(strict, { first: "a", quiet: true }, plain)).toEqual(["do", "it", "a", "--quiet"])
    expect(() => commandLine(strict, { first: "--force" }, plain)).toThrow(/begins with a dash/)
  })

  const wrong: readonly (readonly [string, unknown, RegExp])[] = [
    ["no object", [], /The arguments are no object/],
    ["nothing where something is required", {}, /The input first is missing. Expected a string/],
    ["an unknown name", { first: "a", frist: "b" }, /no input "frist". Expected one of: first, second/],
    ["a name of every object", { first: "a", constructor: "b" }, /no input "constructor"/],
    ["a number for a text", { first: 4 }, /The input first is 4. Expected a string/],
    ["a text for a switch", { first: "a", quiet: "true" }, /is "true". Expected a boolean/],
    ["a text for a list", { first: "a", tag: "x" }, /is "x". Expected a list, each a string/],
    ["another choice", { first: "a", level: "mid" }, /Expected one of "low", "high"/],
    ["null", { first: null }, /The input first is null/],
    ["a character that no line can carry", { first: "a\0b" }, /NUL character/],
    ["an argument after one that is missing", { first: "a", name: "c" }, /The input second is missing/]
  ]

  it.each(wrong)("refuses %s, before anything is started", (_what, values, message) => {
    expect(() => commandLine(strict, values, style)).toThrow(message)
  })

  it("says everything that is wrong at once", () => {
    try {
      commandLine(strict, { level: "mid", nope: 1 }, style)
      expect.unreachable()
    } catch (thrown) {
      const { exit, code, errors } = thrown as { exit: number; code: string; errors: { field: string }[] }
      expect([exit, code, errors.map(({ field }) => field)]).toEqual([
        2,
        "INVALID_ARGUMENTS",
        ["nope", "first", "level"]
      ])
    }
  })
})

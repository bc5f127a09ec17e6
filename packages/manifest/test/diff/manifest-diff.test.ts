import { describe, expect, it } from "vitest"
import { manifestDiff } from "../../src/diff/index.ts"
import { type CommandEntry, commandEntry, manifestResponse } from "../../src/index.ts"
import { approve, list } from "../contracts.ts"

const text = { type: "string", required: false, description: "A text" } as const
const id = { name: "id", type: "string", required: true, description: "ID" } as const
const base: CommandEntry = {
  ...commandEntry(list, { description: "List them", flags: { name: text }, positionals: [id] }),
  aliases: ["ls"],
  required_scopes: ["a"]
}
const rootExit = {
  name: "GENERAL_ERROR",
  description: "It failed",
  retryable: false,
  side_effects: "partial"
} as const
const of = (commands: Record<string, CommandEntry>, root: object = {}) =>
  manifestResponse({
    framework_version: String(Object.keys(commands).length),
    commands,
    flags: { format: text },
    exit_codes: { "1": rootExit },
    ...root
  })
const changed = (change: object) => of({ list: { ...base, ...change } as CommandEntry })
const kinds = (before = of({ list: base }), after = before) => {
  const { breaking, changes } = manifestDiff(before, after)
  expect(breaking).toBe(changes.some((change) => change.breaking))
  for (const { message } of changes) expect(message).toMatch(/\.$/)
  return changes.map(({ kind, path, breaking: breaks }) => [kind, path, breaks])
}
const done = base.exit_codes["0"]
const enumOf = (...enum_values: string[]) => ({ ...text, type: "enum", enum_values })

/** Of each row: what changes, the kind, the place below the command, and whether it breaks an agent. */
const rows: readonly (readonly [object, object, string, string, boolean])[] = [
  [{}, { flags: {} }, "flag-removed", "/flags/name", true],
  [{}, { flags: { name: text, more: text } }, "flag-added", "/flags/more", false],
  [
    {},
    { flags: { name: text, must: { ...text, required: true } } },
    "flag-required-added",
    "/flags/must",
    true
  ],
  [{}, { flags: { name: { ...text, required: true } } }, "flag-became-required", "/flags/name", true],
  [{ flags: { name: { ...text, required: true } } }, {}, "flag-became-optional", "/flags/name", false],
  [{}, { flags: { name: { ...text, type: "boolean" } } }, "flag-type-changed", "/flags/name", true],
  [{}, { flags: { name: enumOf("a", "b") } }, "flag-values-limited", "/flags/name", true],
  [{ flags: { x: enumOf("a", "b") } }, { flags: { x: enumOf("a") } }, "flag-value-removed", "/flags/x", true],
  [{ flags: { x: enumOf("a") } }, { flags: { x: enumOf("a", "b") } }, "flag-value-added", "/flags/x", false],
  [{}, { flags: { name: { ...text, default: "x" } } }, "flag-default-changed", "/flags/name", true],
  [{}, { flags: { name: { ...text, pattern: "^a" } } }, "flag-form-changed", "/flags/name", true],
  [{ flags: { name: { ...text, short: "n" } } }, {}, "flag-short-changed", "/flags/name", true],
  [{}, { flags: { name: { ...text, description: "Other" } } }, "flag-described-anew", "/flags/name", false],
  [{}, { positionals: [] }, "argument-removed", "/positionals/0", true],
  [{}, { positionals: [id, { ...id, name: "to" }] }, "argument-required-added", "/positionals/1", true],
  [{}, { positionals: [id, { ...id, required: false }] }, "argument-added", "/positionals/1", false],
  [{}, { positionals: [{ ...id, name: "key" }] }, "argument-renamed", "/positionals/0", true],
  [{ positionals: [{ ...id, variadic: true }] }, {}, "argument-not-variadic", "/positionals/0", true],
  [{}, { exit_codes: { "0": done, "5": done } }, "exit-added", "/exit_codes/5", false],
  [{ exit_codes: { "0": done, "5": done } }, {}, "exit-removed", "/exit_codes/5", false],
  [
    {},
    { exit_codes: { "0": { ...done, side_effects: "complete" } } },
    "exit-meaning-changed",
    "/exit_codes/0",
    true
  ],
  [{}, { exit_codes: { "0": { ...done, name: "X" } } }, "exit-meaning-changed", "/exit_codes/0", true],
  [{}, { exit_codes: { "0": { ...done, description: "X" } } }, "exit-described-anew", "/exit_codes/0", false],
  [
    {},
    { exit_codes: { "0": { ...done, error_codes: ["E1"] } } },
    "exit-errors-changed",
    "/exit_codes/0",
    false
  ],
  [
    {},
    { exit_codes: { "0": done, "1": { ...rootExit, retryable: true } } },
    "exit-meaning-changed",
    "/exit_codes/1",
    true
  ],
  [{}, { danger_level: "mutating" }, "danger-raised", "/danger_level", true],
  [{ danger_level: "destructive" }, {}, "danger-lowered", "/danger_level", false],
  [{}, { required_scopes: ["a", "b"] }, "scope-added", "/required_scopes", true],
  [{}, { required_scopes: [] }, "scope-removed", "/required_scopes", false],
  [{}, { aliases: [] }, "alias-removed", "/aliases", true],
  [{}, { aliases: ["ls", "l"] }, "alias-added", "/aliases", false],
  [{}, { requires: [{ one_of: ["a", "b"] }] }, "rule-added", "/requires", true],
  [{ requires: [{ one_of: ["a", "b"] }] }, {}, "rule-removed", "/requires", false],
  [{}, { mcp: false }, "tool-removed", "/mcp", true],
  [{ mcp: false }, {}, "tool-added", "/mcp", false],
  [{}, { stdin: { mode: "lines" } }, "field-changed", "/stdin", true],
  [{}, { output_schema: {} }, "field-added", "/output_schema", false],
  [{ output_schema: {} }, { output_schema: { type: "object" } }, "field-changed", "/output_schema", true],
  [{}, { description: "Other" }, "field-described-anew", "/description", false]
]

describe("the difference of two manifests", () => {
  it("is nothing where they say the same, whatever their versions and the order of their members", () => {
    const turned = Object.fromEntries(Object.entries(base).toReversed()) as unknown as CommandEntry
    expect(kinds(of({ list: base }), { ...of({ list: turned }), framework_version: "9", etag: "x" })).toEqual(
      []
    )
  })

  it.each(rows)("%j to %j is %s at %s, and breaking: %s", (before, after, kind, place, breaking) => {
    expect(kinds(changed(before), changed(after))).toEqual([[kind, `/commands/list${place}`, breaking]])
  })

  it("says of a command that it is gone, new, or called by another name", () => {
    const both = of({ "a.b": base, list: base })
    expect(kinds(both, of({ list: base }))).toEqual([["command-removed", "/commands/a.b", true]])
    expect(kinds(of({ list: base }), both)).toEqual([["command-added", "/commands/a.b", false]])
    const renamed = of({ list: base, new: { ...base, aliases: ["ls", "a.b"] } })
    expect(kinds(both, renamed)).toEqual([
      ["command-renamed", "/commands/a.b", false],
      ["command-added", "/commands/new", false]
    ])
  })

  it("says of a command that it became a person's, and that it stopped being one, and both break", () => {
    const shape = { description: "Approve", flags: {}, positionals: [] }
    const person = of({ approve: commandEntry(approve, shape) })
    const { requires_person: _person, mcp: _mcp, ...plain } = approve
    const agents = of({ approve: commandEntry(plain, shape) })
    const place = "/commands/approve/requires_person"
    expect(kinds(agents, person)).toEqual([["became-person-only", place, true]])
    expect(kinds(person, agents)).toEqual([["stopped-person-only", place, true]])
  })

  it("says once, at the root, what changes for every command", () => {
    const before = of({ a: base, b: base })
    const after = of(
      { a: base, b: base },
      { flags: {}, exit_codes: { "1": { ...rootExit, side_effects: "none" } } }
    )
    expect(kinds(before, after)).toEqual([
      ["flag-removed", "/flags/format", true],
      ["exit-meaning-changed", "/exit_codes/1", true]
    ])
  })

  it("is none where a command says itself what the root said", () => {
    const own = { ...base, flags: { ...base.flags, format: text } }
    expect(kinds(of({ list: base }), of({ list: own }))).toEqual([])
  })
})

import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { success, type ResponseEnvelope } from "../src/index.ts"
import { contractErrors, textsOf } from "./contract.ts"
import { anyOptions, controlCharacter, envelopeKeys, expectValid } from "./expect-valid.ts"
import { anyValue, hostileValues } from "./hostile.ts"

function dataOf(name: string): unknown {
  return success(hostileValues[name]!(), { durationMs: 1 }).data
}

// A document of 100 MB is checked by its outline: comparing every value of it would take longer than writing it.
function expectValidInShort(envelope: ResponseEnvelope): void {
  expect(envelope.warnings.map((warning) => warning.code)).toEqual(["VALUES_REPLACED"])
  expect(JSON.stringify(envelope).length).toBeLessThan(2 ** 29)
  expect(Object.keys(envelope)).toEqual(envelopeKeys)
}

describe("success", () => {
  it("makes one valid envelope of any data, warnings and facts", () => {
    fc.assert(
      fc.property(anyValue, anyOptions, (data, options) => expectValid(success(data, options))),
      { numRuns: 300 }
    )
  })

  it.each(Object.keys(hostileValues))("makes one valid envelope of %s", (name) => {
    expectValid(success(hostileValues[name]!(), { durationMs: 1 }))
    expectValid(success({ inside: [hostileValues[name]!()] }, { durationMs: 1 }))
  })

  it("has exactly the five keys in order, exit code 0 and the command contract", () => {
    expect(
      JSON.stringify(success({ id: "D-42" }, { durationMs: 5.4, meta: { command: "decisions list" } }))
    ).toBe(
      '{"ok":true,"data":{"id":"D-42"},"error":null,"warnings":[],' +
        '"meta":{"exit_code":0,"duration_ms":5,"contract":"command","command":"decisions list"}}'
    )
  })

  it("keeps any JSON object or list as it is, puts a scalar in an object, and makes null of nothing", () => {
    fc.assert(
      fc.property(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()), fc.array(fc.jsonValue())), (data) => {
        fc.pre(textsOf(data).every((text) => !controlCharacter.test(text)))
        const envelope = success(data, { durationMs: 1 })
        expect(envelope.data).toEqual(JSON.parse(JSON.stringify(data)))
        expect(envelope.warnings).toEqual([])
      })
    )
    expect(success("text", { durationMs: 1 }).data).toEqual({ value: "text" })
    expect(success(false, { durationMs: 1 }).data).toEqual({ value: false })
    expect(success(undefined, { durationMs: 1 }).data).toBeNull()
  })

  it("derives ok: neither an option nor an assignment sets it", () => {
    const envelope = success(
      {},
      { durationMs: 1, meta: { ok: false, exit_code: 4, contract: "run", duration_ms: -1 } }
    )
    expect(envelope.ok).toBe(true)
    expect(envelope.meta).toEqual({ exit_code: 0, duration_ms: 1, contract: "command", ok: false })
    expect(envelope.warnings.map((warning) => warning.code)).toEqual(["VALUES_REPLACED"])
    // @ts-expect-error ok is derived
    expect(() => (envelope.ok = false)).toThrow(TypeError)
    // @ts-expect-error there is no such option
    expect(success({}, { durationMs: 1, ok: false }).ok).toBe(true)
  })

  it("says in a warning where a value could not be kept, and says nothing when all could", () => {
    const replaced = success({ list: [1, () => 1], "a/b": Number.NaN }, { durationMs: 1 })
    expect(replaced.data).toEqual({ list: [1, "[function]"], "a/b": "[NaN]" })
    expect(replaced.warnings).toEqual([
      {
        code: "VALUES_REPLACED",
        message:
          "2 values of this response could not be written as given, and a description or nothing stands there.",
        context: { paths: ["/data/list/1", "/data/a~1b"] }
      }
    ])
    const kept = success(
      { big: 2n ** 70n, when: new Date(0), map: new Map([["a", new Set([1])]]) },
      { durationMs: 1 }
    )
    expect(kept.data).toEqual({
      big: "1180591620717411303424",
      when: "1970-01-01T00:00:00.000Z",
      map: { a: [1] }
    })
    expect(kept.warnings).toEqual([])
  })

  it("describes what it cannot keep, and keeps what stands beside it", () => {
    expect(dataOf("a getter that throws")).toEqual({ good: 1, bad: "[unreadable]" })
    expect(dataOf("a toJSON that throws")).toEqual({ value: "[unreadable]" })
    expect(dataOf("a cycle through a list and a map")).toEqual({
      map: { loop: "[circular]" },
      list: ["[circular]", ["[circular]"]]
    })
    expect(dataOf("an error with a cause")).toEqual({
      name: "Error",
      message: "outer",
      cause: { name: "TypeError", message: "inner" }
    })
    expect(dataOf("keys that are one when cleaned")).toEqual({ a: 1, a_2: 2, a_3: 3 })
    expect(dataOf("a toJSON that returns its own object")).toEqual({ here: 1, toJSON: "[function]" })
    expect(dataOf("bytes")).toEqual({ buffer: "Ynl0ZXM=", view: "AAA=", floats: [0, 0] })
  })

  it("does not let a key named __proto__ become a prototype", () => {
    const { data } = success(hostileValues["an own key named __proto__"]!(), { durationMs: 1 })
    expect(JSON.stringify(data)).toBe('{"__proto__":{"polluted":true},"constructor":1}')
    expect((data as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it("bounds a value that would be larger than any document", () => {
    const shared: unknown[] = ["x".repeat(1000)]
    let bomb = shared
    for (let level = 0; level < 30; level++) bomb = [bomb, bomb]
    expectValidInShort(success(bomb, { durationMs: 1 }))
    const sparse: unknown[] = []
    sparse.length = 2 ** 32 - 1
    expectValidInShort(success({ sparse }, { durationMs: 1 }))
    expectValidInShort(success({ a: "x".repeat(2 ** 28), b: 1 }, { durationMs: 1 }))
  })

  it("leaves out a fact that breaks the contract, and says so", () => {
    const meta = {
      timestamp: "yesterday",
      schema_version: "1.2.3",
      _line: 0,
      tool_version: "1.2.3",
      own: ["fact"]
    }
    const envelope = success(null, { durationMs: 1, meta })
    expect(envelope.meta).toEqual({
      exit_code: 0,
      duration_ms: 1,
      contract: "command",
      tool_version: "1.2.3",
      own: ["fact"]
    })
    expect(envelope.warnings[0]?.context).toEqual({
      paths: ["/meta/timestamp", "/meta/schema_version", "/meta/_line"]
    })
  })

  it.each([
    ["2026-11-30T10:00:00Z", true],
    ["2024-02-29T23:59:59.999+05:30", true],
    ["2026-02-29T00:00:00Z", false],
    ["2026-02-30T00:00:00Z", false],
    ["2026-04-31T00:00:00Z", false],
    ["2026-13-01T00:00:00Z", false],
    ["2026-01-01T24:00:00Z", false],
    ["2026-01-01T00:00:00", false],
    ["2026-01-01", false],
    ["2026-01-01X00:00:00Z", false]
  ])("takes %s for a point in time: %s", (timestamp, is) => {
    const envelope = success(null, { durationMs: 1, meta: { timestamp } })
    expect(envelope.meta.timestamp).toBe(is ? timestamp : undefined)
    expect(contractErrors(envelope)).toEqual([])
  })

  it("keeps every fact the contract allows", () => {
    const meta = {
      timestamp: new Date(0).toISOString(),
      schema_version: "1.2",
      request_id: "r",
      not_modified: true,
      pagination: { total: null, returned: 1, truncated: false, has_more: false, next_cursor: null },
      effects: { created: 1 },
      _line: 1
    }
    const envelope = success(null, { durationMs: 1, meta })
    expect(envelope.meta).toMatchObject(meta)
    expect(contractErrors(envelope)).toEqual([])
  })

  it("loses no warning, whatever it is given as one", () => {
    const warnings = [
      { code: "FINE", message: "m", context: { a: 1 } },
      "text",
      { code: "bad code", more: 1 },
      7
    ]
    const envelope = success(null, { durationMs: 1, warnings: warnings as never })
    expect(envelope.warnings.map(({ code, message }) => [code, message])).toEqual([
      ["FINE", "m"],
      ["WARNING", "text"],
      ["WARNING", "This warning came without a message."],
      ["WARNING", "7"]
    ])
    expect(contractErrors(envelope)).toEqual([])
  })
})

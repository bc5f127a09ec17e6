import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { decodeReply } from "../../src/reply/decode-reply.ts"
import { feedbackOf } from "../../src/reply/reply-error.ts"
import { replySchema } from "../../src/reply/reply-schema.ts"

const Item = Schema.Struct({ name: Schema.String, note: Schema.optionalKey(Schema.String) })
const schema = replySchema("kind", {
  LIST: Schema.Struct({
    kind: Schema.Literal("LIST"),
    items: Schema.Array(Item),
    first: Schema.optionalKey(Item),
    free: Schema.optionalKey(Schema.Record(Schema.String, Schema.Json)),
    owner: Schema.NullOr(Schema.String)
  }),
  NONE: Schema.Struct({ kind: Schema.Literal("NONE") })
})

function decoded(value: unknown, cut_off = false) {
  const result = decodeReply(schema, { reply: JSON.stringify(value), cut_off })
  return result._tag === "Decoded" ? result.value : result.error
}

describe("a reply's nulls", () => {
  it("mean 'not given' on optional keys and on keys that nobody declared, at every declared depth", () => {
    const reply = {
      kind: "LIST",
      items: [{ name: "a", note: null, extra: null }],
      first: null,
      extra: null,
      owner: "me"
    }
    expect(decoded(reply)).toEqual({ kind: "LIST", items: [{ name: "a" }], owner: "me" })
  })

  it("stay where they are required and where JSON is free", () => {
    const reply = { kind: "LIST", items: [], owner: null, free: { a: null, b: [null, { c: null }] } }
    expect(decoded(reply)).toEqual(reply)
  })

  it("do not stand in for a required text", () => {
    expect(decoded({ kind: "LIST", items: [{ name: null }], owner: null })).toMatchObject({
      reason: "invalid_fields",
      issues: [{ path: "/items/0/name", message: "Expected string" }]
    })
  })
})

describe("a reply's kind", () => {
  it("chooses the branch, and only that branch's faults are told", () => {
    expect(decoded({ kind: "NONE", items: 1 })).toMatchObject({
      reason: "invalid_fields",
      issues: [{ path: "/items", message: "Expected no excess property" }]
    })
  })

  it("is required, as text, as the reply's own key, and as one of the known", () => {
    expect(decoded({ items: [] })).toMatchObject({ reason: "missing_kind" })
    expect(decoded({ kind: null })).toMatchObject({ reason: "missing_kind" })
    expect(decoded({ kind: ["NONE"] })).toMatchObject({ reason: "missing_kind" })
    expect(decoded({ kind: "OTHER" })).toMatchObject({ reason: "unknown_kind" })
    for (const kind of ["toString", "__proto__", "constructor", "none"])
      expect(decoded({ kind })).toMatchObject({ reason: "unknown_kind" })
    expect(decodeReply(schema, { reply: '{"__proto__":{"kind":"NONE"}}', cut_off: false })).toMatchObject({
      error: { reason: "missing_kind" }
    })
  })
})

describe("what is wrong with a reply", () => {
  it("is a key that nobody declared, every one of a small reply", () => {
    expect(decoded({ kind: "NONE", a: 1, "b/c": false })).toMatchObject({
      issues: [{ path: "/a" }, { path: "/b~1c" }]
    })
  })

  it("is told in at most ten issues and short paths, however large the reply is", () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`key${index}`, index]))
    const error = decoded({ kind: "NONE", ...many })
    expect("issues" in error && error.issues.length).toBe(10)
    const huge = decoded({ kind: "LIST", owner: null, items: Array.from({ length: 200_000 }, () => 7) })
    expect("issues" in huge && huge.issues.length).toBe(1)
    const long = decoded({ kind: "NONE", ["k".repeat(10_000)]: 1 })
    expect("message" in long && long.message.length).toBeLessThan(400)
  })

  it("is that it was cut off, even where its beginning could be read", () => {
    expect(decoded({ kind: "NONE" }, true)).toMatchObject({ reason: "cut_off" })
  })

  it.each([
    ["", "empty"],
    ["no", "invalid_json"],
    ["[]", "not_object"]
  ])("is the reader's reason: %j is %s", (reply, reason) => {
    expect(decodeReply(schema, { reply, cut_off: false })).toMatchObject({ error: { reason } })
  })

  it("is told to the model, with the fault and what is expected", () => {
    const result = decodeReply(schema, { reply: '{"kind":"NO"}', cut_off: false })
    if (result._tag !== "Undecoded") throw new Error("decoded")
    expect(feedbackOf(result.error)).toBe(
      'Your last reply could not be used. The reply\'s "kind" "NO" is not known. Expected one of: LIST, NONE.\n' +
        "Reply again, with one JSON object and nothing else."
    )
  })
})

import { describe, expect, it } from "vitest"
import { endpointFromEnvironment } from "../../src/providers/index.ts"
import { retryAfterMs } from "../../src/providers/retry-after.ts"
import { wireSchema } from "../../src/providers/wire-schema.ts"

describe("a schema on the wire", () => {
  const object = {
    type: "object",
    properties: { pattern: { type: "string", pattern: "\\S" } },
    required: ["pattern"]
  }

  it("is the same where its root is one object, but for the patterns", () => {
    const { schema, unwrap } = wireSchema(object)
    expect(schema).toEqual({
      type: "object",
      properties: { pattern: { type: "string" } },
      required: ["pattern"]
    })
    expect(unwrap('{"reply":{"pattern":"x"}}')).toBe('{"reply":{"pattern":"x"}}')
  })

  it("is the one property of an object where its root is a choice, and its reply is taken out again", () => {
    const { schema, unwrap } = wireSchema({ anyOf: [object, { ...object, properties: {} }] })
    expect(schema).toMatchObject({ type: "object", required: ["reply"], additionalProperties: false })
    expect(unwrap('```json\n{"reply":{"kind":"CANCEL"}}\n```')).toBe('{"kind":"CANCEL"}')
  })

  it.each(['{"kind":"CANCEL"}', '{"reply":{"kind":"CANCEL"},"more":1}', '{"reply":"CANCEL"}', "no JSON", ""])(
    "leaves a reply as it is that is not wrapped: %s",
    (text) => {
      expect(wireSchema({ anyOf: [object] }).unwrap(text)).toBe(text)
    }
  )
})

describe("Retry-After", () => {
  const now = Date.parse("2026-12-01T12:00:00Z")
  it.each([
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": "Tue, 01 Dec 2026 12:00:30 GMT" }, 30_000],
    [{ "retry-after": "Tue, 01 Dec 2026 11:00:00 GMT" }, 0],
    [{ "retry-after": "2", "retry-after-ms": "250" }, 250],
    [{ "retry-after": "9".repeat(400) }, 1e12],
    [{ "retry-after": "soon" }, null],
    [{ "retry-after": "-5" }, null],
    [{}, null]
  ])("is read from %o as %s ms", (headers: Record<string, string>, expected) => {
    expect(retryAfterMs((name) => headers[name], now)).toBe(expected)
  })
})

describe("the environment of a program", () => {
  it("gives the endpoint, and the name of the variable with the key and never the key", () => {
    const environment = { MY_MODEL_URL: "http://localhost/v1", MY_MODEL: "m", MY_MODEL_KEY: "sk-1" }
    const expected = { baseUrl: "http://localhost/v1", model: "m", keyVariable: "MY_MODEL_KEY" }
    expect(endpointFromEnvironment("MY", environment)).toEqual(expected)
    expect(endpointFromEnvironment("MY", { MY_MODEL_KEY: " " })).toEqual({ baseUrl: "", model: "" })
  })
})

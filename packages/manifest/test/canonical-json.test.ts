import canonicalize from "canonicalize"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { canonicalJson, declaration, etag } from "../src/index.ts"
import { hostileValues } from "./hostile.ts"

/** Hostile as a contract, but JSON; and one that only takes long to refuse. */
const lawful = ["null", "text", "array", "prototype key", "shared"]

describe("canonicalJson", () => {
  it("writes what an independent implementation of RFC 8785 writes", () => {
    const json = fc.jsonValue({ noUnicodeString: false, depthSize: "medium" })
    const doubles = fc.dictionary(
      fc.string({ unit: "binary" }),
      fc.double({ noNaN: true, noDefaultInfinity: true })
    )
    fc.assert(
      fc.property(fc.oneof(json, doubles), (value) => {
        fc.pre(!/\\\\ud[89a-f]/.test(JSON.stringify(value)))
        expect(canonicalJson(value)).toBe(canonicalize(value))
      }),
      { numRuns: 3000 }
    )
  })

  it("writes the example of RFC 8785 byte for byte", () => {
    const value: unknown = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}'
    )
    expect(canonicalJson(value)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}'
    )
  })

  it("orders names by UTF-16 code units, as RFC 8785 shows", () => {
    const value = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\u{1f600}": 5, "\u0080": 6, "\u00f6": 7 }
    expect([...canonicalJson(value).matchAll(/:(\d)/g)].map(([, digit]) => digit).join("")).toBe("2467153")
  })

  it("writes what was copied before as it writes the original, and refuses what only looks like a copy", () => {
    const json = fc.dictionary(fc.oneof(fc.string(), fc.constantFrom("0", "2", "10")), fc.jsonValue())
    fc.assert(
      fc.property(json, (value) => {
        const { contract } = declaration({ contract: value })
        expect(contract).toEqual(value)
        expect(canonicalJson({ ...contract, "11": [contract] })).toBe(
          canonicalize({ ...value, "11": [value] })
        )
      })
    )
    const { contract = {} } = declaration({ contract: { a: 1 } })
    expect(() => canonicalJson(Object.create(contract))).toThrow(/is an instance of a class/)
    const spied = new Proxy(contract, { getOwnPropertyDescriptor: () => undefined })
    expect(() => canonicalJson(spied)).toThrow(/a proxy refused/)
  })

  it("counts the values of a copy each time it is met", () => {
    let { contract } = declaration({ contract: { part: Array.from({ length: 400 }, () => 0) } })
    for (let doubled = 0; doubled < 6; doubled += 1)
      ({ contract } = declaration({ contract: { a: contract, b: contract } }))
    expect(contract).toBeDefined()
    const { problems } = declaration({ contract: { a: contract, b: contract } })
    expect(problems[0]?.message).toContain("stands behind more than 50000 values")
  })

  it("writes minus zero as zero", () => {
    expect(canonicalJson([-0])).toBe("[0]")
  })

  it("does not depend on the order in which members were written", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const reversed = Object.fromEntries(Object.entries(value).toReversed())
        expect(canonicalJson(reversed)).toBe(canonicalJson(value))
        expect(etag(reversed)).toBe(etag(value))
      })
    )
  })

  it.each(Object.entries(hostileValues).filter(([name]) => !lawful.includes(name)))(
    "throws a TypeError that names the place for %s",
    (_name, value) => {
      expect(() => canonicalJson({ at: [value] })).toThrow(TypeError)
      expect(() => canonicalJson({ at: [value] })).toThrow(/\/at\/0.* .*Expected plain objects/s)
    }
  )
})

describe("etag", () => {
  it("is the SHA-256 of the canonical form", () => {
    expect(etag({})).toBe("sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a")
    expect(etag({ a: 1 })).not.toBe(etag({ a: 2 }))
  })

  it("names each place that is no JSON, also behind one that refused to be read", () => {
    const refusing = new Proxy({ c: 1 }, { getOwnPropertyDescriptor: () => expect.fail("no") })
    expect(() => canonicalJson({ a: { b: refusing }, "d/e": [1, undefined] })).toThrow(
      /\/a\/b cannot be read: a proxy refused; \/d~1e\/1 is undefined/
    )
  })
})

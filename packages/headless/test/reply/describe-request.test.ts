import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { describeRequest } from "../../src/reply/describe-request.ts"

describe("describeRequest", () => {
  it("is the first line of the trimmed body", () => {
    expect(describeRequest("\n\n  Which file?\r\nThere are two.\n")).toBe("Which file?")
    expect(describeRequest("Which file?\rThere are two.")).toBe("Which file?")
  })

  it("is the first 120 code points, cut in the middle of a word and without a mark", () => {
    expect(describeRequest("a".repeat(121))).toBe("a".repeat(120))
    expect(describeRequest("𝄞".repeat(121))).toBe("𝄞".repeat(120))
    expect(describeRequest(`a${"𝄞".repeat(200)}`)).toBe(`a${"𝄞".repeat(119)}`)
    expect(describeRequest("a".repeat(120))).toBe("a".repeat(120))
  })

  it("is never blank, and never breaks a character, for a body that is not blank", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (body) => {
        fc.pre(/\S/u.test(body))
        const description = describeRequest(body)
        expect(description).toMatch(/\S/u)
        expect(description).not.toMatch(/[\n\r]|\p{Surrogate}/u)
        expect(Array.from(description).length).toBeLessThanOrEqual(120)
        expect(body.trim().startsWith(description)).toBe(true)
      })
    )
  })
})

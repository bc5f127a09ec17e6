import { PassThrough } from "node:stream"

import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { ask, requestProblems } from "../src/index.ts"

const problems = (expected: string, alphabet?: "any"): string =>
  requestProblems({ statement: "Approve?", expected, ...(alphabet && { alphabet }) }).join("; ")

describe("requestProblems", () => {
  it("finds nothing wrong with an ID a keyboard can type", () => {
    for (const expected of ["D-42", "a", "release/2026.12:rc_1@main", "x".repeat(128)])
      expect(problems(expected)).toBe("")
  })

  it("refuses an expected text that is empty or longer than a person types", () => {
    expect(problems("")).toContain("expected is empty")
    expect(problems("x".repeat(129))).toContain("129 code points; a person can be asked for at most 128")
    expect(problems("漢".repeat(128), "any")).toBe("")
  })

  it("refuses by default what is not on every keyboard, and names the character and its place", () => {
    expect(problems("D 42")).toContain("U+0020 SPACE as character 2")
    expect(problems("\u0410-42")).toContain("U+0410 (a Cyrillic letter) as character 1")
    expect(problems("D\u201142")).toContain("U+2011 NON-BREAKING HYPHEN as character 2")
    expect(problems("D-42!")).toContain('"!" as character 5')
    expect(problems("café")).toContain('set alphabet: "any"')
  })

  it("allows other scripts and single spaces when the author says so", () => {
    for (const expected of ["café", "решение 42", "決定-42", "निर्णय", "delete it!"])
      expect(problems(expected, "any")).toBe("")
  })

  it("refuses in any alphabet what a person cannot see or tell apart", () => {
    for (const expected of [
      "D\u200b42",
      "D-42\u202e",
      "\u3164",
      "a\u0000",
      "a\ud800",
      "a\ufe0f",
      "\ue000",
      "a\u0378"
    ])
      expect(problems(expected, "any")).toContain("cannot be seen")
    expect(problems("a\u00a0b", "any")).toContain("U+00A0 NO-BREAK SPACE")
    expect(problems(" a", "any")).toContain("starts or ends with a space")
    expect(problems("a  b", "any")).toContain("two spaces in a row")
    expect(problems("cafe\u0301", "any")).toContain("a mark that combines")
    expect(problems("\u093f\u0915", "any")).toContain("a mark that combines")
    expect(problems("\u212a", "any")).toContain("not in composed form (NFC)")
  })

  it("refuses a statement that shows nothing or more than can be shown", () => {
    for (const statement of ["", "  \n ", "\u200b\u00a0\u3164"])
      expect(requestProblems({ statement, expected: "x" }).join()).toContain("statement shows nothing")
    expect(requestProblems({ statement: "x".repeat(200_001), expected: "x" }).join()).toContain(
      "at most 200000"
    )
  })

  it("never throws, and names what it was given instead of a request", () => {
    expect(requestProblems(undefined)).toEqual([
      "The request is missing. Give a plain object { statement, expected }"
    ])
    expect(requestProblems({ statement: 42, expected: null, alphabet: "latin" })).toHaveLength(3)
    const hostile = Object.defineProperty({ expected: "x" }, "statement", {
      get: () => {
        throw new Error("no statement today")
      }
    })
    expect(requestProblems(hostile)[0]).toContain("no statement today")
    fc.assert(fc.property(fc.anything(), (value) => Array.isArray(requestProblems(value))))
  })

  it("accepts only texts that a line of the keyboard can hold: printable, trimmed, composed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", minLength: 1 }), (expected) => {
        if (problems(expected, "any") !== "") return
        expect(expected).toBe(expected.trim().normalize("NFC"))
        expect(expected).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u)
      })
    )
  })
})

describe("ask", () => {
  it("rejects a request that cannot be asked with every problem, before it looks at any terminal", async () => {
    const asked = ask({ statement: "", expected: "" }, process as never)
    await expect(asked).rejects.toThrow(TypeError)
    await expect(asked).rejects.toThrow(
      /^The attestation cannot be asked: statement shows nothing.+; expected is empty.+\.$/u
    )
  })

  it("asks nobody when the call is non-interactive, or when stdin has no terminal behind it", async () => {
    const request = { statement: "Approve?", expected: "D-42" }
    const { stdin, stdout, stderr } = process
    expect(await ask(request, { stdin, stdout, stderr, nonInteractive: true })).toEqual({
      _tag: "Unavailable",
      reason: "NON_INTERACTIVE"
    })
    const none = new PassThrough() as unknown as typeof process.stdin
    expect(await ask(request, { stdin: none, stdout, stderr })).toEqual({
      _tag: "Unavailable",
      reason: "STDIN_NOT_A_TERMINAL"
    })
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { explainDifference } from "../src/index.ts"

const explained: readonly (readonly [string, string, string, string])[] = [
  ["", "D-42", "empty", "Nothing was typed."],
  ["D-42 ", "D-42", "space-at-end", "The typed text has a space at the end."],
  ["D-42  ", "D-42", "space-at-end", "The typed text has 2 spaces at the end."],
  ["D-42\u00a0", "D-42", "space-at-end", "The typed text has U+00A0 NO-BREAK SPACE at the end."],
  ["D-42\t", "D-42", "space-at-end", "The typed text has U+0009 TAB at the end."],
  [" D-42", "D-42", "space-at-start", "The typed text has a space at the start."],
  [" D-42 ", "D-42", "spaces-around", "The typed text has a space at the start and a space at the end."],
  ["\nD-42", "D-42", "space-at-start", "The typed text has U+000A LINE FEED at the start."],
  [
    "d-42",
    "D-42",
    "other-case",
    'Capital and small letters count. Character 1 is "d", where "D" is expected.'
  ],
  [
    "D\u201142",
    "D-42",
    "look-alike",
    "Character 2 is U+2011 NON-BREAKING HYPHEN, where U+002D HYPHEN-MINUS is expected."
  ],
  ["\u0410-42", "A-42", "look-alike", 'Character 1 is U+0410 (a Cyrillic letter), where "A" is expected.'],
  ["O-42", "0-42", "look-alike", 'Character 1 is "O", where "0" is expected.'],
  ["\u212a-1", "K-1", "look-alike", 'Character 1 is U+212A KELVIN SIGN, where "K" is expected.'],
  ["\uff24-42", "D-42", "look-alike", 'Character 1 is U+FF24 (a Latin letter), where "D" is expected.'],
  ["D-\u200b42", "D-42", "unseen-character", "Character 3 is U+200B ZERO WIDTH SPACE, which cannot be seen."],
  [
    "D-42\u202e",
    "D-42",
    "unseen-character",
    "Character 5 is U+202E RIGHT-TO-LEFT OVERRIDE, which cannot be seen."
  ],
  [
    "cafe\u0301",
    "caf\u00e9",
    "combining",
    'It looks the same but is made of other code points. Character 4 is "e", where U+00E9 (a Latin letter) is expected.'
  ],
  ["'D-42'", "D-42", "quoted", "The typed text is in quotation marks. Type it without them."],
  ["\u201cD-42\u201d", "D-42", "quoted", "The typed text is in quotation marks. Type it without them."],
  ["'d'e'l'e't'e'", "delete", "other", 'Character 1 is "\'", where "d" is expected.'],
  ["y", "D-42", "agreement", '"y" does not confirm: the text itself has to be typed.'],
  ["D-4", "D-42", "shorter", "Only the first 3 characters of 4 were typed."],
  ["D-421", "D-42", "longer", '1 character too many: after the expected text comes "1".'],
  ["D-43", "D-42", "other", 'Character 4 is "3", where "2" is expected.'],
  ["D-4\ufffd", "D-42", "other", 'Character 4 is U+FFFD REPLACEMENT CHARACTER, where "2" is expected.'],
  ["x".repeat(10_001), "D-42", "too-long", "More than 10,000 characters were typed."]
]

describe("explainDifference", () => {
  it.each(explained.map(([typed, expected, kind, message]) => ({ typed, expected, kind, message })))(
    "tells the person: $message",
    ({ typed, expected, kind, message }) => {
      expect(explainDifference(typed, expected)).toEqual({ kind, message })
    }
  )

  const similar = fc.string({
    unit: fc.constantFrom("D", "d", "-", "4", " ", "\u2011", "e", "\u00e9", "e\u0301", "\u200b", "'"),
    maxLength: 6
  })
  const text = fc.oneof(similar, fc.string({ unit: "binary", maxLength: 20 }))

  it("says equal exactly for the same code points, whatever folding would say", () => {
    fc.assert(
      fc.property(text, text, (typed, expected) => {
        expect(explainDifference(typed, expected).kind === "equal").toBe(typed === expected)
        expect(explainDifference(typed, typed).kind).toBe("equal")
        expect(explainDifference(`${typed} `, typed).kind).not.toBe("equal")
      }),
      { numRuns: 1000 }
    )
  })

  it("writes a sentence that is safe to show, whatever was typed", () => {
    fc.assert(
      fc.property(text, text, (typed, expected) => {
        const { message } = explainDifference(typed, expected)
        expect(message).toMatch(/^.+\.$/u)
        expect(message).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]/u)
      })
    )
  })
})

import fc from "fast-check"
import { describe, expect, it } from "vitest"

import { visible } from "../src/index.ts"

const anyText = fc.oneof(
  fc.string({ unit: "binary" }),
  // Lone surrogates, and backslashes that could be taken for escapes.
  fc.string({
    unit: fc.constantFrom("\ud800", "\udfff", "\\", "u", "{", "1b}", "\u001b", "}", "a"),
    maxLength: 12
  })
)

const unprintable =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u

/** The way back, written against the description, not the code. */
function original(shown: string): string {
  return shown.replaceAll(/\\u\{([0-9a-f]+)\}/gu, (_, hex: string) =>
    String.fromCodePoint(Number.parseInt(hex, 16))
  )
}

describe("visible", () => {
  it("escapes every code point that is not printable, and no other but the backslash of a look-alike escape", () => {
    for (let point = 0; point <= 0x10ffff; point += 1) {
      const text = String.fromCodePoint(point)
      const expected = unprintable.test(text) ? `\\u{${point.toString(16)}}` : text
      if (visible(text) !== expected) expect.unreachable(`U+${point.toString(16)} became ${visible(text)}`)
    }
  })

  it("never emits anything unprintable, whatever it is given", () => {
    fc.assert(fc.property(anyText, (text) => !unprintable.test(visible(text))))
  })

  it("can be undone, so that two texts never look the same", () => {
    fc.assert(
      fc.property(anyText, (text) => original(visible(text)) === text),
      { numRuns: 2000 }
    )
  })

  it("escapes what has fooled readers of prompts: returns, clipboard and title sequences, bidi, tags, fillers", () => {
    expect(visible("D-1\rD-2")).toBe("D-1\\u{d}D-2")
    expect(visible("\u001b]52;c;eA==\u0007")).toBe("\\u{1b}]52;c;eA==\\u{7}")
    expect(visible("\u202eevil\u2066\u061c")).toBe("\\u{202e}evil\\u{2066}\\u{61c}")
    expect(visible("\u{e0041}\ufeff\u00ad\u200b")).toBe("\\u{e0041}\\u{feff}\\u{ad}\\u{200b}")
    expect(visible("\u3164\u115f\u2800\ufe0f")).toBe("\\u{3164}\\u{115f}\\u{2800}\\u{fe0f}")
    expect(visible("a\tb\nc\u2028d")).toBe("a\\u{9}b\\u{a}c\\u{2028}d")
    expect(visible("literal \\u{1b}, C:\\users")).toBe("literal \\u{5c}u{1b}, C:\\users")
  })

  it("leaves the letters, marks and symbols of every script as they are", () => {
    for (const text of ["déjà vu", "Привет", "漢字かな", "नमस्ते", "สวัสดี", "🎉 ½ €"])
      expect(visible(text)).toBe(text)
  })
})

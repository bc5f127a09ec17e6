// Node carries no table of Unicode names: these are the ones a person is likely to meet; the rest go by kind.
const names: ReadonlyMap<number, string> = new Map([
  [0x09, "TAB"],
  [0x0a, "LINE FEED"],
  [0x0d, "CARRIAGE RETURN"],
  [0x1b, "ESCAPE"],
  [0x20, "SPACE"],
  [0x2d, "HYPHEN-MINUS"],
  [0x2e, "FULL STOP"],
  [0x2f, "SOLIDUS"],
  [0x3a, "COLON"],
  [0x5f, "LOW LINE"],
  [0x7f, "DELETE"],
  [0xa0, "NO-BREAK SPACE"],
  [0xad, "SOFT HYPHEN"],
  [0x200b, "ZERO WIDTH SPACE"],
  [0x200c, "ZERO WIDTH NON-JOINER"],
  [0x200d, "ZERO WIDTH JOINER"],
  [0x200e, "LEFT-TO-RIGHT MARK"],
  [0x200f, "RIGHT-TO-LEFT MARK"],
  [0x2007, "FIGURE SPACE"],
  [0x2009, "THIN SPACE"],
  [0x2010, "HYPHEN"],
  [0x2011, "NON-BREAKING HYPHEN"],
  [0x2012, "FIGURE DASH"],
  [0x2013, "EN DASH"],
  [0x2014, "EM DASH"],
  [0x2015, "HORIZONTAL BAR"],
  [0x2018, "LEFT SINGLE QUOTATION MARK"],
  [0x2019, "RIGHT SINGLE QUOTATION MARK"],
  [0x201c, "LEFT DOUBLE QUOTATION MARK"],
  [0x201d, "RIGHT DOUBLE QUOTATION MARK"],
  [0x202a, "LEFT-TO-RIGHT EMBEDDING"],
  [0x202c, "POP DIRECTIONAL FORMATTING"],
  [0x202d, "LEFT-TO-RIGHT OVERRIDE"],
  [0x202e, "RIGHT-TO-LEFT OVERRIDE"],
  [0x202f, "NARROW NO-BREAK SPACE"],
  [0x2060, "WORD JOINER"],
  [0x2212, "MINUS SIGN"],
  [0x2215, "DIVISION SLASH"],
  [0x212a, "KELVIN SIGN"],
  [0x3000, "IDEOGRAPHIC SPACE"],
  [0xfe0f, "VARIATION SELECTOR-16"],
  [0xfeff, "ZERO WIDTH NO-BREAK SPACE"],
  [0xfffd, "REPLACEMENT CHARACTER"]
])

// Texts, of which a pattern is made when a character is described: an engine takes milliseconds to work them all out.
const kinds: readonly (readonly [string, string])[] = [
  ["^\\p{Cc}$", "a control character"],
  ["^\\p{Cf}$", "an invisible format character"],
  ["^\\p{Cs}$", "half of a surrogate pair"],
  ["^\\p{Co}$", "a private-use character"],
  ["^\\p{Cn}$", "an unassigned code point"],
  ["^\\p{White_Space}$", "a space character"],
  ["^\\p{M}$", "a combining mark"],
  ["^\\p{Default_Ignorable_Code_Point}$", "an invisible character"],
  ["^(?=\\p{L})\\p{Script=Cyrillic}$", "a Cyrillic letter"],
  ["^(?=\\p{L})\\p{Script=Greek}$", "a Greek letter"],
  ["^(?=\\p{L})\\p{Script=Latin}$", "a Latin letter"],
  ["^\\p{L}$", "a letter of another script"],
  ["^\\p{N}$", "a number of another kind"],
  ["^\\p{P}$", "a punctuation mark"]
]

const printableAscii = /^[!-~]$/

/**
 * Names one code point so that a person can tell it from its look-alikes: `"D"`, `U+2011 NON-BREAKING HYPHEN`, or
 * `U+0410 (a Cyrillic letter)`.
 */
export function describeCodePoint(point: string): string {
  const value = point.codePointAt(0) ?? 0
  const number = `U+${value.toString(16).toUpperCase().padStart(4, "0")}`
  const name = names.get(value)
  if (name !== undefined) return `${number} ${name}`
  if (printableAscii.test(point)) return `"${point}"`
  return `${number} (${kinds.find(([pattern]) => new RegExp(pattern, "u").test(point))?.[1] ?? "a symbol"})`
}

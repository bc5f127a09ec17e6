const narrow = /^[ -~]$/
const marks = /^[\p{Mn}\p{Me}]$/u
// Two cells wherever some terminal draws two: a row that turns out shorter is harmless, one that overflows is not.
const wide =
  /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Yi}\p{Script=Tangut}\p{Extended_Pictographic}\p{Emoji_Presentation}\u2e80-\u303f\u3200-\u33ff\ufe10-\ufe6f\uff01-\uff60\uffe0-\uffe6]$/u

/** How many terminal cells one printable code point takes, rather too many than too few: 0, 1 or 2. */
export function cells(point: string): number {
  if (narrow.test(point)) return 1
  if (marks.test(point)) return 0
  return wide.test(point) ? 2 : 1
}

// Written as properties, not as a list, so that what a later Unicode version adds is covered too. Default-ignorable
// adds the letters and marks that draw nothing (Hangul fillers, variation selectors); U+2800 is a symbol that is blank.
const unseen = "\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800"
// Made when they are needed: an engine takes milliseconds to work such a property out, and a refusal shows nothing.
let hidden: RegExp | undefined
let oneUnseen: RegExp | undefined

/**
 * Shows a text so that nothing in it can act on the terminal or go unseen: escaped, never stripped.
 *
 * Every control, format, surrogate, private-use, unassigned, separator or otherwise invisible code point, and every
 * space but U+0020, becomes `\u{hex}`. A backslash that would read as the start of such an escape becomes `\u{5c}`, so
 * two different texts never look the same.
 *
 * @param text - any string, lone surrogates included
 * @returns the text in printable code points only. Never throws.
 *
 * Requirement: REQ-C-036 (the statement the person confirms is the statement the person sees).
 *
 * @example
 * ```ts
 * import { visible } from "@byhand/attestation"
 * console.log(visible("D-42\u202e")) // D-42\u{202e}
 * ```
 */
export function visible(text: string): string {
  hidden ??= new RegExp(`\\\\(?=u\\{)|(?! )\\p{Zs}|[${unseen}]`, "gu")
  return text.replaceAll(hidden, (point) => `\\u{${(point.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Whether a code point is one that {@link visible} escapes because it draws nothing; spaces are not. */
export function isUnseen(point: string): boolean {
  oneUnseen ??= new RegExp(`[${unseen}]`, "u")
  return oneUnseen.test(point)
}

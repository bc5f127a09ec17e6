/**
 * A word as a POSIX shell reads it back: as it is when nothing in it is special, else in single quotes.
 *
 * @param word - any text
 * @returns the word for a command line. It never throws.
 *
 * Requirement: REQ-C-036, ADR-0019: a suggested command can be pasted as it stands.
 *
 * @example
 * ```ts
 * import { shellWord } from "@byhand/envelope"
 * console.log(shellWord("tasks/asks.json"), shellWord("it's")) // tasks/asks.json 'it'\''s'
 * ```
 */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9._:/@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

/** The word as a POSIX shell reads it back: as it is when nothing in it is special, else in single quotes. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9._:/@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
}

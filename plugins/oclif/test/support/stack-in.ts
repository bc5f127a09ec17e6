/** The first line of a stack trace that a text shows, if it shows one. */
export function stackIn(text: string): string | undefined {
  return /^\W*at .+:\d+:\d+\)?$/mu.exec(text)?.[0]
}

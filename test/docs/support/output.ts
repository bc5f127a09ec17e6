const time = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g

/**
 * What is different between the output that a page shows and the one there was; undefined when nothing is. A page writes `…`
 * for what it leaves out, within a line and over several, and any time for any other.
 */
export function difference(shown: string, received: string): string | undefined {
  const [expected, actual] = [tidy(shown), tidy(received)]
  const pattern = expected
    .split("…")
    .map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"))
    .join("[^]*?")
  return new RegExp(`^${pattern}$`).test(actual)
    ? undefined
    : `The page shows:\n${expected}\nThe command printed:\n${actual}`
}

function tidy(text: string): string {
  return text
    .replaceAll(time, "2026-01-01T00:00:00.000Z")
    .replaceAll(/[ \t]+$/gm, "")
    .replaceAll(/\s*…\s*/g, "…")
    .trim()
}

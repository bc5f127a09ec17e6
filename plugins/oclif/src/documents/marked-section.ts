/** What stands around the part of a document that is written for its author. */
const start = "<!-- byhand:start (written by byhand:docs; changes in here are lost) -->"
const end = "<!-- byhand:end -->"

/**
 * Puts a section into a document: in place of the one that is marked in it, or else behind everything. What the author wrote
 * stays as it is, to the byte, and so do the ends of its lines.
 *
 * @param document the text so far; "" for one that does not exist
 * @returns the text, or undefined when the marks do not say where the section is: one alone, twice, or the wrong way round
 */
export function withSection(document: string, section: string): string | undefined {
  const lineEnd = document.includes("\r\n") ? "\r\n" : "\n"
  const marked = [start, "", section, "", end].join("\n").replaceAll("\n", lineEnd)
  const starts = placesOf("<!-- byhand:start", document)
  const ends = placesOf(end, document)
  if (starts.length === 0 && ends.length === 0) {
    const gap = document === "" ? "" : document.endsWith(lineEnd) ? lineEnd : lineEnd.repeat(2)
    return `${document}${gap}${marked}${lineEnd}`
  }
  const [from, to] = [starts[0], ends[0]]
  if (starts.length !== 1 || ends.length !== 1 || from === undefined || to === undefined || from > to)
    return undefined
  return document.slice(0, from) + marked + document.slice(to + end.length)
}

function placesOf(mark: string, document: string): readonly number[] {
  const places: number[] = []
  for (let at = document.indexOf(mark); at !== -1; at = document.indexOf(mark, at + 1)) places.push(at)
  return places
}

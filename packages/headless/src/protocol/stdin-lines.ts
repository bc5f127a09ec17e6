/** The whole lines of a stream so far, and what follows the last line feed. */
export interface TakenLines {
  readonly lines: readonly string[]
  readonly rest: string
}

/**
 * Takes the whole lines out of a chunk of text. One line is one message; it loses its line feed and a carriage return before
 * it, and nothing else.
 *
 * @param rest - what the chunk before left over; "" at first
 * @param chunk - the next text of the stream
 * @returns the lines that the chunk completes, and what is left over. It never throws, and takes time for the chunk alone.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { takeLines } from "@byhand/headless"
 * console.log(JSON.stringify(takeLines("/con", "firm\r\nok\nye"))) // {"lines":["/confirm","ok"],"rest":"ye"}
 * ```
 */
export function takeLines(rest: string, chunk: string): TakenLines {
  const parts = chunk.split("\n")
  const last = parts.pop() ?? ""
  if (parts.length === 0) return { lines: [], rest: rest + last }
  parts[0] = rest + (parts[0] ?? "")
  return { lines: parts.map(withoutReturn), rest: last }
}

/**
 * The last line of a stream that ended without a line feed.
 *
 * @param rest - what the last chunk left over
 * @returns the line, or null when there is none. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { lastLine } from "@byhand/headless"
 * console.log(lastLine("yes\r"), lastLine("")) // yes null
 * ```
 */
export function lastLine(rest: string): string | null {
  return rest === "" ? null : withoutReturn(rest)
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line
}

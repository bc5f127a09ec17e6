import type { Disk } from "./disk.ts"
import { unreadable } from "./session-error.ts"
import { largestLine } from "./stored-event.ts"

/** A log that is open for reading. */
export interface LogFile {
  readonly fd: number
  readonly path: string
  /** In bytes: what is written after it while it is read does not count. */
  readonly size: number
}

/** A whole line of a log. */
export interface LogLine {
  /** With its line feed. */
  readonly bytes: Buffer
  /** Of its first byte, and of the byte after its line feed. */
  readonly offset: number
  readonly end: number
}

// Most logs are short; a long one is read in large pieces.
const firstChunk = 4 * 1024
const largestChunk = 256 * 1024
const lineFeed = 10

/**
 * Reads the whole lines of a log, one after the other. What follows the last line feed is no line: a write was cut there.
 *
 * @throws SessionError SESSION_UNREADABLE at a whole line that is longer than any event
 */
export function* logLines(disk: Pick<Disk, "read">, { fd, path, size }: LogFile): Generator<LogLine> {
  let held: Buffer[] = []
  let heldBytes = 0
  let offset = 0
  let position = 0
  for (let chunkSize = firstChunk; position < size; chunkSize = Math.min(4 * chunkSize, largestChunk)) {
    const buffer = Buffer.allocUnsafe(Math.min(chunkSize, size - position))
    const chunk = buffer.subarray(0, disk.read(fd, buffer, position))
    if (chunk.length === 0) return
    position += chunk.length
    let start = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      const length = heldBytes + at + 1 - start
      if (length > largestLine) throw tooLong(path, offset)
      const piece = chunk.subarray(start, at + 1)
      const bytes = held.length === 0 ? piece : Buffer.concat([...held, piece])
      yield { bytes, offset, end: offset + length }
      offset += length
      start = at + 1
      held = []
      heldBytes = 0
    }
    heldBytes += chunk.length - start
    // Of a line that is too long anyway, only its end is looked for.
    if (heldBytes > largestLine) held = []
    else if (start < chunk.length) held.push(chunk.subarray(start))
  }
}

function tooLong(path: string, offset: number): Error {
  return unreadable(path, `has a line of more than ${largestLine} bytes at byte ${offset}`)
}

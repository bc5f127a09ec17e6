import type { Disk } from "./disk.ts"
import { unreadable } from "./session-error.ts"
import { largestLine } from "./stored-event.ts"

/** A whole line of a log, without its line feed. */
export interface LogLine {
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
 * @param from the offset of a line's first byte
 * @throws SessionError SESSION_UNREADABLE at a whole line that is longer than any event
 */
export function* logLines(disk: Disk, file: { fd: number; path: string }, from: number): Generator<LogLine> {
  let held: Buffer[] = []
  let heldBytes = 0
  let offset = from
  let position = from
  for (let size = firstChunk; ; size = Math.min(4 * size, largestChunk)) {
    const buffer = Buffer.allocUnsafe(size)
    const chunk = buffer.subarray(0, disk.read(file.fd, buffer, position))
    if (chunk.length === 0) return
    position += chunk.length
    let start = 0
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      const length = heldBytes + at - start
      if (length > largestLine) throw tooLong(file.path, offset)
      const piece = chunk.subarray(start, at)
      const bytes = held.length === 0 ? piece : Buffer.concat([...held, piece])
      yield { bytes, offset, end: offset + length + 1 }
      offset += length + 1
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

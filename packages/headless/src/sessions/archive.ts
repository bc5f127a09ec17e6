import type { Disk } from "./disk.ts"
import { readRange } from "./regular-file.ts"
import type { StoredEvent } from "./stored-event.ts"

/** A closed turn's lines of the log. */
export interface ArchiveRange {
  readonly turn_id: string
  readonly opened_at_utc: string
  readonly closing: StoredEvent
  readonly offset: number
  readonly end: number
  readonly count: number
}

/**
 * The text of a closed turn's archive: how it closed, and every event of it, the closing one included. Its events are the
 * log's own lines, so that rebuilding it gives the same bytes.
 *
 * @param log the opened log
 */
export function archiveText(disk: Disk, log: number, range: ArchiveRange): Buffer {
  const { payload } = range.closing
  const head = {
    turn_id: range.turn_id,
    status: payload["status"] ?? null,
    deliverable_sha256: payload["deliverable_sha256"] ?? null,
    opened_at_utc: range.opened_at_utc,
    closed_at_utc: range.closing.at_utc
  }
  const lines = readRange(disk, log, range.offset, range.end)
  const parts: Buffer[] = [Buffer.from(`${JSON.stringify(head).slice(0, -1)},"events":[\n`)]
  let start = 0
  for (let line = 1; line < range.count; line += 1) {
    const end = lines.indexOf(10, start)
    parts.push(lines.subarray(start, end), comma)
    start = end + 1
  }
  parts.push(lines.subarray(start), tail)
  return Buffer.concat(parts)
}

const comma = Buffer.from(",\n")
const tail = Buffer.from("]}\n")

/** Where a turn's archive is, in the session's folder. */
export function archivePath(turnId: string): string {
  return `turns/${turnId}.json`
}

import type { Context } from "./context.ts"
import type { Disk } from "./disk.ts"
import { type Document, documentOf, emptyFold, type Fold, foldStep, sealed } from "./fold.ts"
import { NotPossible } from "./ledger-step.ts"
import { type LogFile, type LogLine, logLines } from "./log-lines.ts"
import type { Projections } from "./projection.ts"
import { type OpenFile, readRange } from "./regular-file.ts"
import type { SessionPaths } from "./session-paths.ts"
import { unreadable } from "./session-error.ts"
import type { ShortLogs } from "./short-logs.ts"
import { isCurrent, readSnapshot, snapshotFrom, type SnapshotUse } from "./snapshot.ts"
import { BadLine, decode, type EventLine, type StoredEvent } from "./stored-event.ts"

/** A log that was read. */
export interface LoadedLog<P extends Projections> {
  readonly fold: Fold<P>
  /** The files of the events that were read. None, if a snapshot spared the reading. */
  readonly documents: readonly Document[]
  /** What the log holds; undefined if it is not a short one. */
  readonly bytes?: Buffer
  /** What follows the last whole append: a write was cut there. */
  readonly tornBytes: number
  readonly linesParsed: number
  readonly snapshot: SnapshotUse
}

/**
 * Reads what a log says, or what the snapshot of the untouched log says.
 *
 * @param log opened for reading
 * @param trustSnapshot false reads and decodes the whole log, whatever is known of it
 * @throws SessionError SESSION_UNREADABLE at a whole line that is no event, or one that the history before does not allow;
 *   SESSION_TOO_NEW
 */
export function loadLog<P extends Projections>(
  { disk, projections, shortLogs }: Context<P>,
  paths: SessionPaths,
  log: OpenFile,
  trustSnapshot = true
): LoadedLog<P> {
  const file = logFile(paths, log)
  if (trustSnapshot && file.size < snapshotFrom) return loadShort(disk, file, projections, shortLogs)
  const snapshot = log.facts.size < snapshotFrom ? "absent" : readSnapshot<P>(disk, paths.snapshot)
  if (typeof snapshot === "object" && trustSnapshot && isCurrent(snapshot, projections, log.facts))
    return { fold: snapshot.fold, documents: [], tornBytes: 0, linesParsed: 0, snapshot: "used" }
  const read = readAll(disk, file, projections)
  return {
    ...read,
    tornBytes: file.size - read.fold.end,
    linesParsed: read.fold.seq,
    snapshot: typeof snapshot === "string" ? snapshot : trustSnapshot ? "outdated" : "passed over"
  }
}

function loadShort<P extends Projections>(
  disk: Disk,
  file: LogFile,
  projections: P,
  shortLogs: ShortLogs<P>
): LoadedLog<P> {
  const bytes = readRange(disk, file.fd, 0, file.size)
  const known = shortLogs.find(file.path, bytes)
  const size = bytes.length
  // Decoded are the bytes that were compared: the file may be written meanwhile.
  const inMemory = {
    read: (_fd: number, into: Uint8Array, position: number) => bytes.copy(into, 0, position)
  }
  const read = known ?? { bytes, ...readAll(inMemory, { ...file, size }, projections) }
  if (known === undefined) shortLogs.keep(file.path, read)
  const { fold } = read
  return {
    ...read,
    tornBytes: size - fold.end,
    linesParsed: known === undefined ? fold.seq : 0,
    snapshot: "absent"
  }
}

/** A log as it was when it was opened. */
export function logFile(paths: SessionPaths, log: OpenFile): LogFile {
  return { fd: log.fd, path: paths.log, size: Number(log.facts.size) }
}

function readAll<P extends Projections>(disk: Pick<Disk, "read">, file: LogFile, projections: P) {
  const documents: Document[] = []
  let fold = emptyFold(projections)
  for (const append of storedAppends(disk, file)) {
    for (const { event, line } of append) {
      const after = possible(file.path, line, () => foldStep(projections, fold, event, line.end))
      const document = documentOf(fold, event, after)
      if (document !== undefined) documents.push(document)
      fold = after
    }
    fold = sealed(
      fold,
      append.map(({ line }) => line.bytes)
    )
  }
  return { fold, documents }
}

/**
 * Reads the events of a log from its beginning. Those of an append that was cut are not among them.
 *
 * @throws SessionError SESSION_UNREADABLE, SESSION_TOO_NEW
 */
export function* storedEvents(disk: Pick<Disk, "read">, file: LogFile): Generator<StoredEvent> {
  for (const append of storedAppends(disk, file)) for (const { event } of append) yield event
}

function* storedAppends(disk: Pick<Disk, "read">, file: LogFile): Generator<readonly ReadEvent[]> {
  let append: ReadEvent[] = []
  let seq = 0
  let left: number | undefined
  for (const line of logLines(disk, file)) {
    seq += 1
    const { event, more } = possible(file.path, line, () =>
      partOf(decode(line.bytes.subarray(0, -1), seq), left)
    )
    append.push({ event, line })
    left = more === 0 ? undefined : more
    if (more > 0) continue
    yield append
    append = []
  }
}

interface ReadEvent {
  readonly event: StoredEvent
  readonly line: LogLine
}

/** @param left how many events of the append are still to come, of which this is the first */
function partOf(found: EventLine, left: number | undefined): EventLine {
  if (left === undefined || found.more === left - 1) return found
  throw new BadLine("is not the next one of its append")
}

function possible<T>(path: string, { offset }: LogLine, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof BadLine)
      throw unreadable(path, `has a line at byte ${offset} that ${error.message}`, error)
    if (error instanceof NotPossible)
      throw unreadable(
        path,
        `has an event at byte ${offset} that cannot be there, because ${error.message}`,
        error
      )
    throw error
  }
}

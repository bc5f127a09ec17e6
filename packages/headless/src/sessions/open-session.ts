import { constants } from "node:fs"
import type { Context } from "./context.ts"
import type { Disk } from "./disk.ts"
import { loadLog } from "./load-log.ts"
import { LogWriter } from "./log-writer.ts"
import { sweep } from "./new-file.ts"
import { Ownership } from "./ownership.ts"
import type { Projections } from "./projection.ts"
import { Publisher } from "./publisher.ts"
import { type OpenFile, openRegular, requireFolder } from "./regular-file.ts"
import { messageOf, notSaved, SessionError, unreadable } from "./session-error.ts"
import { folderOf } from "./session-id.ts"
import { pathsOf, type SessionPaths } from "./session-paths.ts"
import { Session } from "./session.ts"
import { WrittenLog } from "./short-logs.ts"
import { syncRound } from "./sync-round.ts"

/**
 * Where a session is.
 *
 * @throws SessionError SESSION_ID_INVALID, SESSION_UNKNOWN, SESSION_UNREADABLE when it is a link or no folder
 */
export function locate(disk: Disk, root: string, id: string): SessionPaths {
  const folder = folderOf(root, id)
  const found = entryOf(disk, folder)
  if (found?.isDirectory() === false) throw unreadable(folder, "is not a folder")
  if (found === undefined)
    throw new SessionError({
      code: "SESSION_UNKNOWN",
      message: `There is no session ${id} in ${root}. Nothing is started.`,
      suggestion: "Check the id, and the folder that sessions are kept in",
      context: { session: id, root }
    })
  return pathsOf(folder)
}

function entryOf(disk: Disk, path: string) {
  try {
    return disk.entry(path)
  } catch (error) {
    throw unreadable(path, `refuses (${messageOf(error)})`, error)
  }
}

/** Opens a session's log. @throws SessionError SESSION_UNREADABLE */
export function openLog(disk: Disk, paths: SessionPaths, flags: number): OpenFile {
  const log = openRegular(disk, paths.log, flags)
  if (log === undefined) throw unreadable(paths.log, "is not there, and it alone says what the session is")
  return log
}

/** Refuses a log that was made for another session: two that go on from one would use the same action ids. */
export function requireOwnLog(paths: SessionPaths, id: string, created: { session_id: string } | null): void {
  if (created !== null && created.session_id !== id)
    throw unreadable(paths.log, `is the log of the session ${created.session_id}`)
}

/**
 * Opens a session that is there, for this process alone, and repairs what a killed process left of it.
 *
 * @param trustSnapshot false reads the whole log, and compares every file with it
 * @throws SessionError SESSION_ID_INVALID, SESSION_UNKNOWN, SESSION_BUSY, SESSION_UNREADABLE, SESSION_TOO_NEW, SESSION_NOT_SAVED
 */
export async function openSession<P extends Projections>(
  context: Context<P>,
  id: string,
  trustSnapshot: boolean
): Promise<Session<P>> {
  const { disk, root, now } = context
  const paths = locate(disk, root, id)
  for (const each of [paths.owners, paths.answers, paths.turns]) requireFolder(disk, each)
  const ownership = Ownership.take(disk, paths.owners, id, now().toISOString())
  let log: OpenFile | undefined
  try {
    // Opened anew after the session was taken: it may have grown until then.
    log = openLog(disk, paths, constants.O_RDWR | constants.O_APPEND)
    return await recover(context, id, { paths, ownership, log, trustSnapshot })
  } catch (error) {
    if (log !== undefined) disk.close(log.fd)
    ownership.release(now().toISOString(), false)
    throw error instanceof SessionError ? error : notSaved(paths.folder, "Nothing is recorded.", error)
  }
}

interface Taken {
  readonly paths: SessionPaths
  readonly ownership: Ownership
  readonly log: OpenFile
  readonly trustSnapshot: boolean
}

async function recover<P extends Projections>(
  context: Context<P>,
  id: string,
  { paths, ownership, log, trustSnapshot }: Taken
): Promise<Session<P>> {
  const { disk, root, projections } = context
  const loaded = loadLog(context, paths, log, trustSnapshot)
  const { fold, documents, tornBytes, linesParsed, snapshot } = loaded
  requireOwnLog(paths, id, fold.ledger.created)
  const { predecessor } = ownership
  const isClean = predecessor === "released" && tornBytes === 0
  // Whoever only answers may have been killed as well.
  const untidy = [paths.answers, ...(predecessor === "released" ? [] : [paths.folder, paths.turns])]
  for (const folder of untidy) sweep(disk, folder)
  if (tornBytes > 0) disk.truncate(log.fd, fold.end)
  const publisher = new Publisher(disk, paths, projections, { fd: log.fd, documents, isNew: false })
  const staged = publisher.stage(fold)
  try {
    // A killed process may have left lines that the device does not have, and they are acted on from here; or even a session
    // whose name it does not have.
    if (!isClean) await syncRound(disk, [log.fd], [paths.folder, root])
    publisher.publish(staged, fold.seq)
  } catch (error) {
    staged.discard()
    throw error
  }
  const recovery = {
    tornBytes,
    predecessor,
    snapshot,
    linesParsed,
    rebuilt: publisher.rebuilt,
    uncertain: fold.ledger.effects
  }
  const writer = new LogWriter(disk, { fd: log.fd, path: paths.log, end: fold.end })
  const written = new WrittenLog<P>(
    loaded.bytes === undefined ? undefined : { bytes: loaded.bytes.subarray(0, fold.end), documents }
  )
  const given = { id, paths, ownership, log: writer, publisher, fold, recovery, written }
  return new Session({ ...context, ...given })
}

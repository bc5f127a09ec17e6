import { constants } from "node:fs"
import { join } from "node:path"
import type { Context } from "./context.ts"
import { type Disk, errno, fileMode } from "./disk.ts"
import { sessionEvents } from "./event-kinds.ts"
import { emptyFold } from "./fold.ts"
import { emptyLedger, type Ledger } from "./ledger.ts"
import { ledgerStep } from "./ledger-step.ts"
import { LogWriter } from "./log-writer.ts"
import { Ownership } from "./ownership.ts"
import { type Prepared, prepare } from "./prepare.ts"
import type { Projections } from "./projection.ts"
import { Publisher } from "./publisher.ts"
import { writeAll } from "./regular-file.ts"
import { removeTree } from "./remove-tree.ts"
import { notSaved, SessionError } from "./session-error.ts"
import { folderOf, newNonce } from "./session-id.ts"
import { pathsOf } from "./session-paths.ts"
import { Session } from "./session.ts"
import { WrittenLog } from "./short-logs.ts"
import type { NewEvent } from "./stored-event.ts"
import { syncRound } from "./sync-round.ts"
import { makeFolders, nursery, sweepNursery, unbornFolder } from "./unborn.ts"

/** Where the dead were cleared away: once for each time that sessions are kept there, since few processes are killed. */
const swept = new WeakSet<Context<Projections>>()

/** The events that a session starts with. */
export type FirstEvents = (ledger: Ledger) => readonly NewEvent[]

/**
 * Makes a session, and opens it. Its folder is put together under another name, so that nobody ever sees half of it.
 *
 * @param events what follows SESSION_CREATED, in the same write and sync; given the ledger, for the ids of its actions
 * @param synced false leaves the sync to the session's first append
 * @throws SessionError SESSION_ID_INVALID, SESSION_EXISTS, SESSION_NOT_SAVED, EVENT_REFUSED
 */
export async function createSession<P extends Projections>(
  context: Context<P>,
  id: string,
  events: FirstEvents,
  synced: boolean
): Promise<Session<P>> {
  const { disk, root, projections, now } = context
  const folder = folderOf(root, id)
  const at = now().toISOString()
  const created = sessionEvents.created(id, newNonce())
  const ledger = ledgerStep(emptyLedger, { ...created, seq: 1, at_utc: at }, 0)
  const prepared = prepare(projections, emptyFold(projections), [created, ...events(ledger)], at)
  let born: Born
  let unsynced: ReadonlySet<string>
  try {
    if (disk.entry(folder) !== undefined) throw exists(id, root)
    const madeIn = makeFolders(disk, nursery(root))
    if (!swept.has(context)) sweepNursery(disk, root)
    swept.add(context)
    born = giveBirth(disk, { root, folder, id }, prepared, at)
    unsynced = new Set([folder, root, ...madeIn])
    if (synced)
      await syncRound(disk, [born.log], unsynced).catch((error: unknown) => {
        disk.close(born.log)
        born.ownership.release(at, false)
        throw error
      })
  } catch (error) {
    throw error instanceof SessionError ? error : notSaved(folder, "No session was started.", error)
  }
  return opened(context, id, prepared, { ...born, unsynced: synced ? new Set() : unsynced })
}

interface Born {
  readonly log: number
  readonly ownership: Ownership
}

function giveBirth(
  disk: Disk,
  at: { root: string; folder: string; id: string },
  { lines }: Prepared<Projections>,
  time: string
): Born {
  for (let attempt = 1; ; attempt += 1) {
    const unborn = unbornFolder(disk, at.root)
    let log: number | undefined
    let owner: number | undefined
    try {
      disk.makeFolder(join(unborn, "owners"))
      owner = Ownership.firstRecord(disk, join(unborn, "owners"), time)
      for (const name of ["answers", "turns"]) disk.makeFolder(join(unborn, name))
      const { O_CREAT, O_EXCL, O_RDWR, O_APPEND } = constants
      log = disk.open(join(unborn, "events.jsonl"), O_CREAT | O_EXCL | O_RDWR | O_APPEND, fileMode)
      writeAll(disk, log, lines)
      disk.rename(unborn, at.folder)
      return { log, ownership: Ownership.first(disk, join(at.folder, "owners"), owner) }
    } catch (error) {
      for (const fd of [log, owner]) if (fd !== undefined) disk.close(fd)
      clearAway(disk, unborn)
      if (["EEXIST", "ENOTEMPTY", "ENOTDIR"].includes(errno(error) ?? "")) throw exists(at.id, at.root)
      // Another process took the folder for one of the dead.
      if (errno(error) !== "ENOENT" || attempt === 3) throw error
    }
  }
}

function clearAway(disk: Disk, unborn: string): void {
  try {
    removeTree(disk, unborn)
  } catch {
    // The next creation clears it away.
  }
}

function opened<P extends Projections>(
  context: Context<P>,
  id: string,
  { lines, fold, documents }: Prepared<P>,
  { log, ownership, unsynced }: Born & { readonly unsynced: ReadonlySet<string> }
): Session<P> {
  const { disk, root, projections } = context
  const paths = pathsOf(folderOf(root, id))
  const publisher = new Publisher(disk, paths, projections, { fd: log, documents, isNew: true })
  const writer = new LogWriter(disk, { fd: log, path: paths.log, end: fold.end })
  const recovery = {
    tornBytes: 0,
    predecessor: "none",
    snapshot: "absent",
    linesParsed: 0,
    rebuilt: [],
    uncertain: []
  } as const
  const written = new WrittenLog<P>({ bytes: lines, documents })
  const given = { id, paths, ownership, log: writer, publisher, fold, recovery, written, unsynced }
  return new Session({ ...context, ...given })
}

function exists(id: string, root: string): SessionError {
  return new SessionError({
    code: "SESSION_EXISTS",
    message: `There is a session ${id} in ${root} already. No session was started.`,
    suggestion: "Resume it, or start one under another id",
    context: { session: id, root }
  })
}

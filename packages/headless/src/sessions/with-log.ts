import { constants } from "node:fs"
import type { Context } from "./context.ts"
import { type LoadedLog, loadLog } from "./load-log.ts"
import { locate, openLog, requireOwnLog } from "./open-session.ts"
import type { Projections } from "./projection.ts"
import type { OpenFile } from "./regular-file.ts"
import type { SessionPaths } from "./session-paths.ts"

/** A session's log, open for reading, and what it says. */
export interface ReadLog<P extends Projections> {
  readonly paths: SessionPaths
  readonly log: OpenFile
  readonly loaded: LoadedLog<P>
}

/**
 * Reads a session's log without having the session, and closes it behind what looks at it.
 *
 * @param trustSnapshot false reads and decodes the whole log
 * @throws SessionError SESSION_ID_INVALID, SESSION_UNKNOWN, SESSION_UNREADABLE, SESSION_TOO_NEW
 */
export function withLog<P extends Projections, T>(
  context: Context<P>,
  id: string,
  look: (read: ReadLog<P>) => T,
  trustSnapshot = true
): T {
  const { disk, root } = context
  const paths = locate(disk, root, id)
  const log = openLog(disk, paths, constants.O_RDONLY)
  try {
    const loaded = loadLog(context, paths, log, trustSnapshot)
    requireOwnLog(paths, id, loaded.fold.ledger.created)
    return look({ paths, log, loaded })
  } finally {
    disk.close(log.fd)
  }
}

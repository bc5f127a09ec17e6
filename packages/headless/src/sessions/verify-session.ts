import type { Context } from "./context.ts"
import type { Fold } from "./fold.ts"
import type { Projections } from "./projection.ts"
import { differing, documentTexts, renderedFiles } from "./projection-files.ts"
import { readSnapshot, type SnapshotUse } from "./snapshot.ts"
import { type ReadLog, withLog } from "./with-log.ts"

/** What reading the whole log again found. */
export interface Verification {
  readonly seq: number
  readonly tornBytes: number
  /** Files beside the log that do not hold what it says. Opening the session with `rebuild` writes them again. */
  readonly differing: readonly string[]
  /** Whether the snapshot says of the log what the log says. One that does not, but "contradicts", is not used anyway. */
  readonly snapshot: "agrees" | "contradicts" | Extract<SnapshotUse, "absent" | "damaged" | "outdated">
}

/**
 * Reads every event and compares every file with what they say. It changes nothing. A session that is being written may
 * differ for a moment.
 *
 * @throws SessionError SESSION_ID_INVALID, SESSION_UNKNOWN, SESSION_UNREADABLE, SESSION_TOO_NEW
 */
export function verifySession<P extends Projections>(context: Context<P>, id: string): Verification {
  const { disk, projections } = context
  const verify = ({ paths, log, loaded: { fold, documents, tornBytes } }: ReadLog<P>): Verification => {
    const wanted = new Map([
      ...documentTexts(disk, log.fd, documents),
      ...renderedFiles(projections, fold.states)
    ])
    return {
      seq: fold.seq,
      tornBytes,
      differing: [...differing(disk, paths.folder, wanted).keys()],
      snapshot: judged(readSnapshot<P>(disk, paths.snapshot), fold)
    }
  }
  return withLog(context, id, verify, false)
}

function judged<P extends Projections>(snapshot: ReturnType<typeof readSnapshot<P>>, fold: Fold<P>) {
  if (typeof snapshot === "string") return snapshot
  if (snapshot.fold.seq < fold.seq) return "outdated"
  return JSON.stringify(snapshot.fold) === JSON.stringify(fold) ? "agrees" : "contradicts"
}

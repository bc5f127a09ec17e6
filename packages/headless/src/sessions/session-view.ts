import type { Context } from "./context.ts"
import type { EffectInFlight, Ledger } from "./ledger.ts"
import type { LoadedLog } from "./load-log.ts"
import type { OwnerRecord } from "./owner-record.ts"
import { ownerOf } from "./ownership.ts"
import type { Projections, StatesOf } from "./projection.ts"
import { withLog } from "./with-log.ts"

/** What a session's log says, without having the session. */
export interface SessionView<P extends Projections = Projections> {
  readonly id: string
  readonly folder: string
  readonly seq: number
  readonly ledger: Ledger
  readonly states: StatesOf<P>
  /** The process that writes it now. */
  readonly owner: OwnerRecord | undefined
  /** Started effects of which nobody knows whether they took place. While a process is at work, none is. */
  readonly uncertain: readonly EffectInFlight[]
  /** A half-written last append, or one that is being written. Opening the session cuts it. */
  readonly tornBytes: number
  readonly linesParsed: number
}

/**
 * Reads a session, and changes nothing.
 *
 * @throws SessionError SESSION_ID_INVALID, SESSION_UNKNOWN, SESSION_UNREADABLE, SESSION_TOO_NEW
 */
export function viewSession<P extends Projections>(context: Context<P>, id: string): SessionView<P> {
  const { disk } = context
  for (;;) {
    const view = withLog(context, id, ({ paths, log, loaded }) => {
      const owner = ownerOf(disk, paths.owners)
      // A process that had the session and is gone left more than was read.
      const isWhole = owner !== undefined || disk.facts(log.fd).size === log.facts.size
      return isWhole ? viewOf(id, paths.folder, loaded, owner) : undefined
    })
    if (view !== undefined) return view
  }
}

/**
 * What a session's log says of the session itself, whoever writes it.
 *
 * @throws SessionError as `viewSession`
 */
export function ledgerOf<P extends Projections>(
  context: Context<P>,
  id: string
): Pick<SessionView<P>, "ledger" | "folder"> {
  return withLog(context, id, ({ paths: { folder }, loaded }) => ({ ledger: loaded.fold.ledger, folder }))
}

function viewOf<P extends Projections>(
  id: string,
  folder: string,
  { fold, tornBytes, linesParsed }: LoadedLog<P>,
  owner: OwnerRecord | undefined
): SessionView<P> {
  const { seq, ledger, states } = fold
  const uncertain = owner === undefined ? ledger.effects : []
  return { id, folder, seq, ledger, states, owner, uncertain, tornBytes, linesParsed }
}

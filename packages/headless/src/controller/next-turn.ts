import { type Chain, chainAfter } from "../protocol/chain.ts"
import type { TurnOpened } from "../protocol/event.ts"
import { closureOf, isClosed, type RunState } from "../protocol/state.ts"
import { sessionEvents } from "../sessions/event-kinds.ts"
import { type Ledger, nextTurnId } from "../sessions/ledger.ts"
import { sha256Of } from "../sessions/sha256.ts"
import type { Journal } from "./journal.ts"

/** What a turn is opened with. */
export type TurnRequest = Pick<TurnOpened, "request" | "review" | "max_repairs" | "verified">

/** The event that opens the next turn of a session: in the workspace of the turn it carries on, or in one of its own. */
export function openedTurn(
  ledger: Ledger,
  chain: Exclude<Chain, { readonly _tag: "Open" }>,
  turn: TurnRequest
): TurnOpened {
  const turn_id = nextTurnId(ledger)
  const place =
    chain._tag === "Chained"
      ? { workspace_id: chain.workspace_id, previous: chain.previous }
      : { workspace_id: `W-${sha256Of(`${ledger.created?.nonce}:${turn_id}`).slice(0, 12)}`, previous: null }
  return { kind: "TURN_OPENED", turn_id, ...place, ...turn }
}

/** Closes the turn for the session as well: its archive is made of it. */
export function closeTurn(journal: Journal): void {
  const { state } = journal
  const status = closureOf(state)
  if (status === null) return
  const sha = state.result?.body_sha256 ?? null
  journal.keep(sessionEvents.turnClosed(state.turn_id, status, { deliverable_sha256: sha }))
}

/**
 * Opens the turn that a NEW_TASK asked for, in a workspace of its own.
 *
 * @returns false when the turn was closed by anything else
 */
export function turnAfter(journal: Journal): boolean {
  const { state } = journal
  if (!isClosed(state) || state.closing.kind !== "NEW_TASK") return false
  closeTurn(journal)
  journal.open(openedTurn(journal.ledger, fresh(state), { ...turnOf(state), request: state.closing.source }))
  return true
}

function fresh(state: RunState): Exclude<Chain, { readonly _tag: "Open" }> {
  const chain = chainAfter(state)
  return chain._tag === "Open" ? { _tag: "Fresh" } : chain
}

function turnOf({ review, max_repairs, verified }: RunState): Omit<TurnRequest, "request"> {
  return { review, max_repairs, ...(verified ? { verified } : {}) }
}

import { answerPath } from "./answer-record.ts"
import { archivePath, type ArchiveRange } from "./archive.ts"
import { emptyLedger, type InputRequest, type Ledger } from "./ledger.ts"
import { ledgerStep } from "./ledger-step.ts"
import type { Projections, StatesOf } from "./projection.ts"
import { sha256Of } from "./sha256.ts"
import type { StoredEvent } from "./stored-event.ts"

/** Everything that is known of a log up to a byte of it. */
export interface Fold<P extends Projections> {
  readonly seq: number
  /** Bytes of whole lines so far. */
  readonly end: number
  /** SHA-256 over the digest before the last append and its lines: two logs with the same one are the same to here. */
  readonly digest: string
  readonly ledger: Ledger
  readonly states: StatesOf<P>
}

/** A file that an event makes once and for all. */
export type Document =
  | { readonly _tag: "Archive"; readonly archive: ArchiveRange }
  | { readonly _tag: "Answer"; readonly event: StoredEvent; readonly request: InputRequest }

export function emptyFold<P extends Projections>(projections: P): Fold<P> {
  const states = Object.entries(projections).map(([name, { initial }]) => [name, initial])
  return {
    seq: 0,
    end: 0,
    digest: "",
    ledger: emptyLedger,
    states: Object.fromEntries(states) as StatesOf<P>
  }
}

/**
 * The fold after one more event of an append, whose digest is still the one before.
 *
 * @param end of the event's line in the log
 * @throws NotPossible when the history before does not allow it
 */
export function foldStep<P extends Projections>(
  projections: P,
  fold: Fold<P>,
  event: StoredEvent,
  end: number
): Fold<P> {
  const ledger = ledgerStep(fold.ledger, event, fold.end)
  const states: Record<string, unknown> = {}
  for (const [name, projection] of Object.entries(projections))
    states[name] = projection.step(fold.states[name], event)
  return { seq: event.seq, end, digest: fold.digest, ledger, states: states as StatesOf<P> }
}

/** The fold at the end of an append of these lines, each with its line feed. */
export function sealed<P extends Projections>(fold: Fold<P>, lines: readonly Buffer[]): Fold<P> {
  if (lines.length === 0) return fold
  return { ...fold, digest: sha256Of(Buffer.concat([Buffer.from(fold.digest), ...lines])) }
}

/** Where a document is, in the session's folder. */
export function documentPath(document: Document): string {
  return document._tag === "Archive"
    ? archivePath(document.archive.turn_id)
    : answerPath(document.request.answer_id)
}

/** The file that the event between two folds makes, if it is of a kind that does. */
export function documentOf(
  before: Fold<Projections>,
  event: StoredEvent,
  after: Fold<Projections>
): Document | undefined {
  const { turn, input } = before.ledger
  if (event.kind === "ANSWER_ACCEPTED" && input !== null) return { _tag: "Answer", event, request: input }
  if (event.kind !== "TURN_CLOSED" || turn === null) return undefined
  const { turn_id, opened_at_utc, seq, offset } = turn
  const count = event.seq - seq + 1
  return {
    _tag: "Archive",
    archive: { turn_id, opened_at_utc, closing: event, offset, end: after.end, count }
  }
}

import { type Document, documentOf, type Fold, foldStep, sealed } from "./fold.ts"
import { NotPossible } from "./ledger-step.ts"
import type { Projections } from "./projection.ts"
import { eventRefused } from "./session-error.ts"
import { encode, type NewEvent, type StoredEvent } from "./stored-event.ts"

/** Events that are ready to be written: nothing is known or changed until they are. */
export interface Prepared<P extends Projections> {
  readonly lines: Buffer
  readonly stored: readonly StoredEvent[]
  readonly documents: readonly Document[]
  readonly fold: Fold<P>
}

/**
 * Works out what events would do, so that none is written that could not be read back.
 *
 * @throws SessionError EVENT_REFUSED
 */
export function prepare<P extends Projections>(
  projections: P,
  before: Fold<P>,
  events: readonly NewEvent[],
  at: string
): Prepared<P> {
  const lines: Buffer[] = []
  const stored: StoredEvent[] = []
  const documents: Document[] = []
  let fold = before
  for (const [index, event] of events.entries()) {
    const encoded = encode(event, { seq: fold.seq + 1, more: events.length - 1 - index, at })
    const end = fold.end + encoded.line.length
    const after = allowed(event, () => foldStep(projections, fold, encoded.stored, end))
    const document = documentOf(fold, encoded.stored, after)
    if (document !== undefined) documents.push(document)
    lines.push(encoded.line)
    stored.push(encoded.stored)
    fold = after
  }
  return { lines: Buffer.concat(lines), stored, documents, fold: sealed(fold, lines) }
}

function allowed<T>({ kind }: NewEvent, step: () => T): T {
  try {
    return step()
  } catch (error) {
    throw error instanceof NotPossible ? eventRefused(kind, error.message) : error
  }
}

import type { Warning } from "@byhand/envelope"
import * as Effect from "effect/Effect"
import { outcomeOf, type RunFacts } from "../protocol/outcome-of.ts"
import type { HarnessFailure } from "../services/harness-failure.ts"
import { sessionEvents } from "../sessions/event-kinds.ts"
import { factsOf, type Halt, since } from "./halt.ts"
import type { Journal } from "./journal.ts"
import { closeTurn } from "./next-turn.ts"
import type { CallingProgram } from "./program.ts"
import { recordHalt } from "./record-halt.ts"
import { recordOf, reportOf, type RunReport } from "./report.ts"

/** What a report says besides what is in the journal. */
export interface Telling {
  readonly program: CallingProgram | null
  /** Milliseconds since the epoch. */
  readonly startedAt: number
}

/**
 * Ends this process's part of a run: what halted it is recorded, and so is the outcome of a run that paused or closed, in the
 * append that closes the turn. Nothing is told before it is on the device.
 *
 * @param halt what ended it before it ended by itself
 */
export const conclude = Effect.fnUntraced(function* (journal: Journal, telling: Telling, halt: Halt | null) {
  if (halt !== null && !journal.isLost) recordHalt(journal, halt)
  const facts = factsOf(halt)
  const durationMs = yield* since(telling.startedAt)
  const report = reportAs(journal, telling, facts, durationMs)
  if (!journal.isLost && isSettled(report)) {
    journal.keep(sessionEvents.outcomeRecorded(recordOf(report)))
    closeTurn(journal)
  }
  const failure = journal.isLost ? null : yield* failureOfFlush(journal)
  yield* journal.close()
  const { warnings } = journal
  if (failure === null && warnings.length === 0) return report
  const error = facts.error ?? failure?.error
  return reportAs(journal, telling, { ...facts, error }, durationMs, warnings)
})

/** An ending that stays as it is. A run that failed or was interrupted goes on, and has its outcome then. */
function isSettled({ exit }: RunReport): boolean {
  return !["HARNESS_ERROR", "INTERRUPTED", "TERMINATED"].includes(exit.ending)
}

function failureOfFlush(journal: Journal): Effect.Effect<HarnessFailure | null> {
  return Effect.match(journal.flush({ publish: true }), {
    onFailure: (failure) => failure,
    onSuccess: () => null
  })
}

function reportAs(
  journal: Journal,
  { program }: Telling,
  facts: RunFacts,
  durationMs: number,
  warnings: readonly Warning[] = []
): RunReport {
  const { state, usage } = journal.lastKnown
  const described = { session_id: journal.id, state, usage, program }
  return reportOf(outcomeOf(state, facts), described, durationMs, warnings)
}

import * as Effect from "effect/Effect"
import { Budget } from "../services/budget.ts"
import type { HarnessFailure } from "../services/harness-failure.ts"
import { Lines } from "../services/lines.ts"
import { Provider } from "../services/provider.ts"
import { Router, type NewTurn } from "../services/router.ts"
import { Verifier } from "../services/verifier.ts"
import type { Halts } from "./halt.ts"
import type { AnswerGiven } from "../sessions/answer-session.ts"
import type { RunSessions } from "../services/store.ts"
import { attemptAsync, type Journal } from "./journal.ts"
import type { RunLimits } from "./limits.ts"

/** The services that a run is made of, besides the store and the feed that its journal has. */
export type Workers = Provider | Router | Budget | Verifier | Lines

/** A run at work: its journal, its services, and what it may still do. */
export interface Run {
  readonly journal: Journal
  readonly provider: Provider["Service"]
  readonly router: Router["Service"]
  readonly budget: Budget["Service"]
  readonly verifier: Verifier["Service"]
  readonly lines: Lines["Service"]
  readonly halts: Halts
  /** Claims the open request's answer. */
  readonly claim: (answer: AnswerGiven) => Effect.Effect<unknown, HarnessFailure>
  readonly maxCalls: number | null
  calls: number
  /** The request that was open when the session was resumed: lines of stdin may answer it, and no other. */
  readonly askedBefore: string | null
}

/** Puts a run together from the services around it. */
export const startRun = Effect.fnUntraced(function* (
  sessions: RunSessions,
  journal: Journal,
  halts: Halts,
  { maxCalls = null }: RunLimits
) {
  const run: Run = {
    journal,
    provider: yield* Provider,
    router: yield* Router,
    budget: yield* Budget,
    verifier: yield* Verifier,
    lines: yield* Lines,
    halts,
    claim: (answer) => attemptAsync(() => sessions.answer(journal.id, answer)),
    maxCalls,
    calls: 0,
    askedBefore: journal.state.pending_input?.input_id ?? null
  }
  return run
})

/** What a router and a budget are told of the turn. */
export function newTurn({ journal }: Run): NewTurn {
  const { state, carried } = journal
  const { turn_id, request } = state
  return { session_id: journal.id, turn_id, request, previous: carried }
}

import * as Effect from "effect/Effect"
import { nextOrdinal, wireAttempts } from "../protocol/due.ts"
import { harnessError } from "../protocol/harness-error.ts"
import type { Operation } from "../protocol/operation.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { ProviderCall } from "../services/provider.ts"
import { nextActionId } from "../sessions/ledger.ts"
import { guarded } from "./guarded.ts"
import type { Run } from "./run.ts"
import { settleEffect } from "./settle-effect.ts"

/** What a call asks; which call it is follows from the run. */
export type Question = Pick<ProviderCall, "version" | "instructions" | "schema" | "input" | "feedback">

/**
 * Makes one call between its two durable brackets: nothing is asked before EFFECT_STARTED is on the device, and the reply is
 * in the state, undecided, when it returns.
 *
 * Fails when the provider does, when the run may make no more calls, and when a signal or the deadline ends the call.
 */
export const callModel = Effect.fnUntraced(function* (run: Run, operation: Operation, question: Question) {
  yield* run.halts.check
  yield* countCall(run, operation)
  const { journal } = run
  const { state } = journal
  const ordinal = nextOrdinal(state, operation)
  const attempt = state.undecided?.operation === operation ? state.undecided.attempt + 1 : 1
  const action_id = nextActionId(journal.ledger)
  const started = { action_id, operation, ordinal, attempt }
  journal.record({ kind: "EFFECT_STARTED", effect: "model", ...started })
  yield* journal.flush()
  const may_retry = attempt < wireAttempts(state, operation)
  const call = { session_id: journal.id, turn_id: state.turn_id, ...started, may_retry, ...question }
  const reply = yield* Effect.tapError(
    guarded(run, operation, () => run.provider.call(call)),
    (halt) => Effect.sync(() => settleEffect(journal, halt))
  )
  journal.record({
    kind: "EFFECT_FINISHED",
    action_id,
    status: "replied",
    reply: reply.text,
    cut_off: reply.cut_off === true,
    input_tokens: reply.input_tokens ?? null,
    output_tokens: reply.output_tokens ?? null,
    ...(reply.requests === undefined || reply.requests === 1 ? {} : { requests: reply.requests })
  })
})

function countCall(run: Run, operation: Operation): Effect.Effect<void, HarnessFailure> {
  if (run.maxCalls !== null && run.calls >= run.maxCalls) {
    const message =
      `The run may make ${run.maxCalls} model calls, and the next one would be ${operation}. ` +
      "Resume the session with a higher limit to go on."
    return Effect.fail(new HarnessFailure(harnessError({ code: "CALL_LIMIT_REACHED", operation, message })))
  }
  run.calls += 1
  return Effect.void
}

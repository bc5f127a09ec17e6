import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { failureOf } from "../services/harness-failure.ts"
import type { RunSessions } from "../services/store.ts"
import { type AnswerGiven, takenUpWithin } from "../sessions/answer-session.ts"
import type { StoredEvent } from "../sessions/stored-event.ts"
import type { Told } from "./conduct.ts"
import type { Halt, Halts } from "./halt.ts"
import { hold, type Held, letGo } from "./hold.ts"
import { attemptAsync } from "./journal.ts"
import { reportFrom } from "./report.ts"

/**
 * Gives a session its answer, and gets hold of it to act on the answer; or tells what came of the same answer before, from a
 * process that is still at work on it if there is one.
 */
export const holdAnswered = Effect.fnUntraced(function* (
  sessions: RunSessions,
  halts: Halts,
  id: string,
  given: AnswerGiven
): Effect.fn.Return<Held | Told, Halt> {
  const taken = yield* attemptAsync(() => sessions.answer(id, given))
  const { answer_id } = taken.answer
  if (taken._tag === "Repeated" && taken.outcome !== undefined) return told(taken.outcome)
  const giveUpAt = (yield* Clock.currentTimeMillis) + takenUpWithin
  for (let isLast = false; ; isLast = (yield* Clock.currentTimeMillis) >= giveUpAt) {
    const held = yield* Effect.result(hold(() => sessions.open(id)))
    if (held._tag === "Success") return yield* unlessTold(sessions, held.success, answer_id)
    if (held.failure.error.code !== "SESSION_BUSY" || isLast) return yield* Effect.fail(held.failure)
    const outcome = yield* awaited(sessions, halts, id, answer_id)
    if (outcome !== undefined) return told(outcome)
  }
})

/** Another process may have acted on the answer until the session was to be had. */
const unlessTold = Effect.fnUntraced(function* (sessions: RunSessions, held: Held, answerId: string) {
  const { session } = held
  const { input } = session.ledger
  if (input?.state === "open" && input.answer_id === answerId) return held
  const outcome = yield* Effect.tapError(
    attemptAsync(() => sessions.outcomeOf(session.id, answerId)),
    () => letGo(session)
  )
  if (outcome === undefined) return held
  yield* letGo(session)
  return told(outcome)
})

/** Getting hold of a session is not interrupted; waiting for another process is. */
const awaited = Effect.fnUntraced(function* (
  sessions: RunSessions,
  halts: Halts,
  id: string,
  answerId: string
) {
  const waiting = Effect.tryPromise({
    try: (signal) => sessions.awaitOutcome(id, answerId, signal),
    catch: failureOf
  })
  const raced = yield* halts.race(Effect.interruptible(waiting))
  return raced._tag === "Halted" ? yield* Effect.fail(raced.halt) : raced.value
})

function told({ payload }: StoredEvent): Told {
  return { _tag: "Told", report: reportFrom(payload) }
}

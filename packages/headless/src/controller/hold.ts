import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import type { RunState } from "../protocol/state.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import { attemptAsync, type RunSession } from "./journal.ts"

/** A session that this process has, with its latest turn. */
export interface Held {
  readonly _tag: "Held"
  readonly session: RunSession
  readonly turn: RunState
}

/** Gets hold of a session. Fails with what getting it throws, and when its log is not the history of a run. */
export function hold(get: () => Promise<RunSession>): Effect.Effect<Held, HarnessFailure> {
  return Effect.flatMap(attemptAsync(get), (session) => {
    const { turn, broken } = session.states.run
    if (turn !== null && broken === null) return Effect.succeed({ _tag: "Held", session, turn } as const)
    return Effect.andThen(letGo(session), Effect.fail(unreadable(session.id, broken)))
  })
}

/** Lets the next process have a session in which nothing was recorded. */
export function letGo(session: RunSession): Effect.Effect<void> {
  return Effect.ignore(attemptAsync(() => session.close()))
}

function unreadable(id: string, broken: string | null): HarnessFailure {
  const why = broken ?? "No turn was ever opened in it."
  const message = `The session ${id} cannot be read: ${why} Nothing is changed.`
  return new HarnessFailure(harnessError({ code: "SESSION_UNREADABLE", message, context: { session: id } }))
}

import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { RunSessions } from "../services/store.ts"
import type { Held } from "./conduct.ts"
import { attemptAsync } from "./journal.ts"

/** Gets hold of a session that is there. Fails with what opening throws, and when its log is not the history of a run. */
export function holdSession(sessions: RunSessions, id: string): Effect.Effect<Held, HarnessFailure> {
  return Effect.flatMap(
    attemptAsync(() => sessions.open(id)),
    (session) => {
      const { turn, broken } = session.states.run
      if (turn !== null && broken === null) return Effect.succeed({ session, turn })
      return Effect.andThen(
        Effect.promise(() => session.close()),
        Effect.fail(unreadable(id, broken))
      )
    }
  )
}

function unreadable(id: string, broken: string | null): HarnessFailure {
  const why = broken ?? "No turn was ever opened in it."
  const message = `The session ${id} cannot be read: ${why} Nothing is changed.`
  return new HarnessFailure(harnessError({ code: "SESSION_UNREADABLE", message, context: { session: id } }))
}

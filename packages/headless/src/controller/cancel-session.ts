import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import { closureOf } from "../protocol/state.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import { conduct, type ConductOptions, type RunServices } from "./conduct.ts"
import { endProgram } from "./end-program.ts"
import { hold } from "./hold.ts"
import type { Journal } from "./journal.ts"
import { reportFrom, type RunReport } from "./report.ts"

/** The session that is given up. */
export interface CancelOptions extends Pick<ConductOptions, "program"> {
  readonly sessionId: string
}

/**
 * Closes the open turn of a session as cancelled, wherever it stands; a call of which nobody knows whether it took place is
 * given up with it. A turn that was cancelled before is told again.
 *
 * @param options - the session
 * @returns the report, as `runSession`: exit 1, or 4 TURN_CLOSED when the turn has ended otherwise
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { cancelSession, headlessLayer, replayProvider } from "@byhand/headless"
 * const layer = headlessLayer({ root: "/nowhere/yet", provider: replayProvider({ turns: [] }) })
 * const report = await Effect.runPromise(Effect.provide(cancelSession({ sessionId: "S-1" }), layer))
 * console.log(report.exit.code, report.envelope.error?.code) // 4 SESSION_UNKNOWN
 * ```
 */
export function cancelSession(options: CancelOptions): Effect.Effect<RunReport, never, RunServices> {
  const { sessionId } = options
  return conduct(
    {
      sessionId,
      acquire: (sessions) => hold(() => sessions.open(sessionId)),
      begin: (journal) =>
        Effect.andThen(
          Effect.suspend(() => endProgram(journal)),
          Effect.suspend(() => cancel(journal))
        )
    },
    options
  )
}

function cancel(journal: Journal): Effect.Effect<RunReport | undefined, HarnessFailure> {
  const closure = closureOf(journal.state)
  if (closure !== null)
    return closure === "CLOSED_CANCELLED" && journal.outcome !== null
      ? Effect.succeed(reportFrom(journal.outcome))
      : Effect.fail(alreadyClosed(journal.id, closure))
  journal.record({ kind: "SESSION_RESTORED" })
  const { in_flight } = journal.state
  if (in_flight === null) journal.record({ kind: "SESSION_CANCELLED", by: "argument" })
  else journal.record({ kind: "EFFECT_ABANDONED", action_id: in_flight.action_id, by: "argument" })
  return Effect.succeed(undefined)
}

function alreadyClosed(id: string, closure: string): HarnessFailure {
  const message = `The session ${id} has ended with ${closure}, and cannot be cancelled any more. Nothing is changed.`
  return new HarnessFailure(harnessError({ code: "TURN_CLOSED", message, context: { session: id, closure } }))
}

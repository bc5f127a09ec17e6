import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import { isClosed } from "../protocol/state.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import { conduct, type ConductOptions, type RunServices } from "./conduct.ts"
import { endProgram } from "./end-program.ts"
import { hold } from "./hold.ts"
import type { Journal } from "./journal.ts"
import { reportFrom, type RunReport } from "./report.ts"

/** Which session goes on, and what a person decided about a call of which nobody knows whether it took place. */
export interface ResumeOptions extends ConductOptions {
  readonly sessionId: string
  /** "redo" makes an uncertain call once more, under a new action id; "abandon" closes the turn. */
  readonly decision?: "redo" | "abandon" | undefined
}

/**
 * Drives a session on from where it stands: after a crash, an outage, an interruption, or at its gate. Of a session whose
 * latest turn is closed it tells the recorded ending once more.
 *
 * An uncertain call is not made again without a decision: the run ends with exit 4, OUTCOME_UNCERTAIN.
 *
 * @param options - the session, and what may be done
 * @returns the report, as `runSession`
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { headlessLayer, replayProvider, resumeSession } from "@byhand/headless"
 * const layer = headlessLayer({ root: "/nowhere/yet", provider: replayProvider({ turns: [] }) })
 * const report = await Effect.runPromise(Effect.provide(resumeSession({ sessionId: "S-1" }), layer))
 * console.log(report.exit.code, report.envelope.error?.code) // 4 SESSION_UNKNOWN
 * ```
 */
export function resumeSession(options: ResumeOptions): Effect.Effect<RunReport, never, RunServices> {
  const { sessionId, decision } = options
  return conduct(
    {
      sessionId,
      acquire: (sessions) => hold(() => sessions.open(sessionId)),
      begin: (journal) => restore(journal, decision)
    },
    options
  )
}

/** Takes up a session that was left: what was under way is uncertain from here on, until somebody decides. */
export const restore = Effect.fnUntraced(function* (
  journal: Journal,
  decision: "redo" | "abandon" | undefined
): Effect.fn.Return<RunReport | undefined, HarnessFailure> {
  const { outcome } = journal
  if (isClosed(journal.state) && outcome !== null) return reportFrom(outcome)
  const { in_flight } = journal.state
  yield* endProgram(journal)
  journal.record({ kind: "SESSION_RESTORED" })
  if (in_flight === null) {
    if (decision === "abandon") return yield* Effect.fail(nothingUncertain(journal.id))
    return undefined
  }
  const { action_id } = in_flight
  if (decision === "redo") journal.record({ kind: "EFFECT_REDONE", action_id, by: "argument" })
  if (decision === "abandon") journal.record({ kind: "EFFECT_ABANDONED", action_id, by: "argument" })
  return undefined
})

function nothingUncertain(id: string): HarnessFailure {
  const message =
    `The session ${id} has no call of which nobody knows whether it took place, so there is nothing to abandon. ` +
    "Cancel the session to give it up. Nothing is changed."
  return new HarnessFailure(harnessError({ code: "NOTHING_UNCERTAIN", message, context: { session: id } }))
}

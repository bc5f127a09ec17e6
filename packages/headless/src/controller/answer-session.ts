import * as Effect from "effect/Effect"
import { conduct, type ConductOptions, type RunServices } from "./conduct.ts"
import { holdAnswered } from "./hold-answered.ts"
import type { RunReport } from "./report.ts"
import { restore } from "./resume-session.ts"

/** An answer to the question that a session waits on. */
export interface AnswerOptions extends ConductOptions {
  readonly sessionId: string
  /** Kept as it is, less one line terminator at its end; never interpreted. */
  readonly answer: string | Uint8Array
  readonly by: "stdin" | "terminal" | "argument"
  /** Which request it answers; the latest one if left out. */
  readonly inputId?: string | undefined
}

/**
 * Gives a waiting session its answer, and drives it on. The same answer given again tells the recorded ending of the run that
 * acted on it; another answer changes nothing, and is ANSWER_CONFLICT. Of two processes at once, one answers.
 *
 * @param options - the session, the answer, and what may be done
 * @returns the report, as `runSession`
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { answerSession, headlessLayer, replayProvider } from "@byhand/headless"
 * const layer = headlessLayer({ root: "/nowhere/yet", provider: replayProvider({ turns: [] }) })
 * const answering = answerSession({ sessionId: "S-1", answer: "blue", by: "argument" })
 * const report = await Effect.runPromise(Effect.provide(answering, layer))
 * console.log(report.exit.code, report.envelope.error?.code) // 4 SESSION_UNKNOWN
 * ```
 */
export function answerSession(options: AnswerOptions): Effect.Effect<RunReport, never, RunServices> {
  const { sessionId, answer, by, inputId } = options
  return conduct(
    {
      sessionId,
      acquire: (sessions, halts) => holdAnswered(sessions, halts, sessionId, { answer, by, inputId }),
      // The answer is taken where the run asks for it.
      begin: (journal) => restore(journal, undefined)
    },
    options
  )
}

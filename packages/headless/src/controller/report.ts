import { type JsonObject, type ResponseEnvelope, runEnvelope, type Warning } from "@byhand/envelope"
import { exitOf, type RunExitOf, type RunOutcome } from "../protocol/outcome.ts"
import { errorOf } from "./error-of.ts"
import { type ResultFacts, resultOf } from "./result-of.ts"
import type { RunResult } from "./run-result.ts"

/** How a run ended, for a program and for a person. */
export interface RunReport {
  readonly session_id: string | null
  readonly turn_id: string | null
  readonly exit: RunExitOf
  /** With every event and text that it ended on; null when another process's ending is told again. */
  readonly outcome: RunOutcome | null
  /** The one document of the run; its `data` is a `RunResult`. Of a run that paused or closed it is recorded in the log. */
  readonly envelope: ResponseEnvelope
}

/**
 * The report of a run, from how it ended. A program that watches a run in another process says with it how the run ended when
 * that process cannot any more.
 *
 * @param outcome - how the run ended
 * @param facts - its session, its turn, its usage, and how the program is called
 * @param durationMs - how long it took, in milliseconds
 * @param more - warnings beside those of the outcome
 * @returns the report, with the exit that the outcome has. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { harnessError, reportOf } from "@byhand/headless"
 * const error = harnessError({ code: "OUT_OF_MEMORY", message: "The worker ran out of memory." })
 * const facts = { session_id: null, state: null, usage: { calls: 0, input_tokens: 0, output_tokens: 0 }, program: null }
 * const { exit, envelope } = reportOf({ ending: "HARNESS_ERROR", error, warnings: [] }, facts, 40)
 * console.log(exit.code, envelope.error?.code) // 4 OUT_OF_MEMORY
 * ```
 */
export function reportOf(
  outcome: RunOutcome,
  facts: ResultFacts,
  durationMs: number,
  more: readonly Warning[] = []
): RunReport {
  const result = resultOf(outcome, facts)
  const exit = exitOf(outcome)
  const envelope = runEnvelope({
    exit: exit.code,
    data: result as unknown as JsonObject,
    error: errorOf(outcome, result),
    durationMs,
    warnings: [...outcome.warnings, ...more]
  })
  return { session_id: facts.session_id, turn_id: result.turn_id, exit, outcome, envelope }
}

/** The payload of OUTCOME_RECORDED. */
export function recordOf({ exit, envelope }: RunReport): JsonObject {
  return { ...exit, envelope: envelope as unknown as JsonObject }
}

/** The report that an OUTCOME_RECORDED keeps: the same document, and the same exit. */
export function reportFrom(record: JsonObject): RunReport {
  const { code, ending, closure, envelope } = record as unknown as RunExitOf & { envelope: ResponseEnvelope }
  const { session_id, turn_id } = envelope.data as unknown as RunResult
  return { session_id, turn_id, exit: { code, ending, closure }, outcome: null, envelope }
}

import type { Warning } from "@byhand/envelope"
import type { ClosingEvent } from "./event.ts"
import { type HarnessError, harnessError } from "./harness-error.ts"
import type { RunOutcome } from "./outcome.ts"
import { isGate } from "./stage.ts"
import { isClosed, type RunState } from "./state.ts"

/** What happened to the process of a run, besides the events of its turn. */
export interface RunFacts {
  /** The signal that was received, if one was. */
  readonly signal?: "SIGINT" | "SIGTERM" | undefined
  /** What ended the run from outside the protocol, if something did. */
  readonly error?: HarnessError | undefined
}

/**
 * How a run ended, from the state of its turn and what happened to its process.
 *
 * An event that ended the turn for good stands, and what came after it is a warning. Else a signal comes first, then an
 * error, then the stage.
 *
 * @param state - the state of the run's latest turn, or null when none was opened
 * @param facts - a signal that was received, an error that ended the run
 * @returns the outcome; of a run that stopped where no run stops by itself, a harness error. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { harnessError, outcomeOf } from "@byhand/headless"
 * const error = harnessError({ code: "EMPTY_INPUT", message: "There is no request: stdin was empty." })
 * console.log(outcomeOf(null, { error }).ending) // HARNESS_ERROR
 * console.log(outcomeOf(null, { error, signal: "SIGTERM" }).ending) // TERMINATED
 * ```
 */
export function outcomeOf(state: RunState | null, facts: RunFacts): RunOutcome {
  if (state !== null && isClosed(state)) return { ...closedBy(state.closing), warnings: lateWarnings(facts) }
  const { signal, error } = facts
  const warnings: readonly Warning[] = []
  if (signal !== undefined)
    return { ending: signal === "SIGINT" ? "INTERRUPTED" : "TERMINATED", signal, warnings }
  if (error !== undefined) return { ending: "HARNESS_ERROR", error, warnings }
  return { ...stoppedAt(state), warnings }
}

type Stopped = RunOutcome extends infer O ? (O extends RunOutcome ? Omit<O, "warnings"> : never) : never

function closedBy(closing: ClosingEvent): Stopped {
  switch (closing.kind) {
    case "CLOSED_SUCCESS":
      return { ending: "CLOSED_SUCCESS", closing }
    case "CLOSED_UNVERIFIED":
      return { ending: "CLOSED_UNVERIFIED", closing }
    case "PROTOCOL_REFUSED":
      return { ending: "REFUSED", closing }
    case "DIRECT_ANSWER_GIVEN":
      return { ending: "DIRECT_ANSWER", closing }
    default:
      return { ending: "CLOSED_CANCELLED", closing }
  }
}

function stoppedAt(state: RunState | null): Stopped {
  const { stage = null, pending_input = null, in_flight = null } = state ?? {}
  if (stage === "WAITING_INPUT" && pending_input !== null)
    return { ending: "WAITING_INPUT", input: pending_input }
  const artifact = stage === "PROMPT_REVIEW" ? state?.prompt : state?.plan
  if (isGate(stage) && artifact) return { ending: "UNCONFIRMED_GATE", gate: stage, artifact }
  if (in_flight === null) return { ending: "HARNESS_ERROR", error: stoppedEarly(state) }
  return { ending: "HARNESS_ERROR", error: uncertain(in_flight) }
}

function uncertain({ action_id, operation }: NonNullable<RunState["in_flight"]>): HarnessError {
  return harnessError({
    code: "OUTCOME_UNCERTAIN",
    operation,
    message:
      `The call ${action_id} was started, and nobody knows whether it took place: the run before ended in the middle ` +
      "of it. Nothing was called again. Decide whether to make the call once more, or to give the run up.",
    context: { action_id }
  })
}

function stoppedEarly(state: RunState | null): HarnessError {
  if (state === null)
    return harnessError({ code: "NOTHING_RUN", message: "The run ended before it was given a request." })
  const where = state.stage === null ? "before a controller existed" : `at the stage ${state.stage}`
  return harnessError({
    code: "RUN_STOPPED_EARLY",
    message: `The run stopped ${where}, where no run stops by itself. Resume the session to go on.`
  })
}

function lateWarnings({ signal, error }: RunFacts): readonly Warning[] {
  const warnings: Warning[] = []
  if (error !== undefined)
    warnings.push({
      code: "ERROR_AFTER_CLOSING",
      message: `The run had ended, and its outcome stands. After that: ${error.message}`,
      context: { code: error.code }
    })
  if (signal !== undefined)
    warnings.push({
      code: "SIGNAL_AFTER_CLOSING",
      message: `${signal} came after the run had ended, and its outcome stands.`,
      context: { signal }
    })
  return warnings
}

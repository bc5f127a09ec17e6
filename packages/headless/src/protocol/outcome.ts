import { RunExit, type RunEnding } from "@byhand/exit-codes"
import type { Warning } from "@byhand/envelope"
import type { RunClosure } from "./closure.ts"
import type { ClosingEvent, EventOf } from "./event.ts"
import type { HarnessError } from "./harness-error.ts"
import type { Gate } from "./stage.ts"
import type { Artifact, PendingInput } from "./state.ts"

interface Common {
  /** What went wrong after the turn had ended for good, and could not change that. */
  readonly warnings: readonly Warning[]
}

/** How a run ended, with what it ended on. */
export type RunOutcome = Common &
  (
    | { readonly ending: "CLOSED_SUCCESS"; readonly closing: EventOf<"CLOSED_SUCCESS"> }
    | { readonly ending: "REFUSED"; readonly closing: EventOf<"PROTOCOL_REFUSED"> }
    | { readonly ending: "DIRECT_ANSWER"; readonly closing: EventOf<"DIRECT_ANSWER_GIVEN"> }
    | {
        readonly ending: "CLOSED_CANCELLED"
        readonly closing: Exclude<
          ClosingEvent,
          EventOf<"CLOSED_SUCCESS" | "CLOSED_UNVERIFIED" | "PROTOCOL_REFUSED" | "DIRECT_ANSWER_GIVEN">
        >
      }
    | { readonly ending: "CLOSED_UNVERIFIED"; readonly closing: EventOf<"CLOSED_UNVERIFIED"> }
    | { readonly ending: "UNCONFIRMED_GATE"; readonly gate: Gate; readonly artifact: Artifact }
    | { readonly ending: "WAITING_INPUT"; readonly input: PendingInput }
    | { readonly ending: "HARNESS_ERROR"; readonly error: HarnessError }
    | { readonly ending: "INTERRUPTED" | "TERMINATED"; readonly signal: "SIGINT" | "SIGTERM" }
  )

/** What a run's exit says: the code, its name, and the closure when the turn has ended for good. */
export interface RunExitOf {
  readonly code: RunExit
  readonly ending: RunEnding
  readonly closure: RunClosure | null
}

const closures: Readonly<Record<RunEnding, RunClosure | null>> = Object.freeze({
  CLOSED_SUCCESS: "CLOSED_SUCCESS",
  REFUSED: "REFUSED",
  DIRECT_ANSWER: "DIRECT_ANSWER",
  CLOSED_CANCELLED: "CLOSED_CANCELLED",
  UNCONFIRMED_GATE: null,
  WAITING_INPUT: null,
  HARNESS_ERROR: null,
  CLOSED_UNVERIFIED: "CLOSED_UNVERIFIED",
  INTERRUPTED: null,
  TERMINATED: null
})

/**
 * The exit and the closure of a run. Nothing else chooses them.
 *
 * @param outcome - how the run ended
 * @returns its exit code, the ending's name and the closure. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { exitOf } from "@byhand/headless"
 * const { code, ending, closure } = exitOf({ ending: "INTERRUPTED", signal: "SIGINT", warnings: [] })
 * console.log(code, ending, closure) // 130 INTERRUPTED null
 * ```
 */
export function exitOf({ ending }: RunOutcome): RunExitOf {
  return { code: RunExit[ending], ending, closure: closures[ending] }
}

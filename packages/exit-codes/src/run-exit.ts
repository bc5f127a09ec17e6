declare const runTable: unique symbol

/**
 * An exit code of the run contract.
 *
 * The type is branded: the command contract gives 1 to 5 other meanings, so a code of one table is not accepted where the
 * other is due, and neither is a bare number.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { RunExit } from "@byhand/exit-codes"
 * const code: RunExit = RunExit.WAITING_INPUT
 * console.log(code) // 3
 * ```
 */
export type RunExit = number & { readonly [runTable]: "run" }

/**
 * The exit code of every way in which a run can end, by the name of the ending.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { RunExit } from "@byhand/exit-codes"
 * console.log(RunExit.REFUSED, RunExit.UNCONFIRMED_GATE, RunExit.HARNESS_ERROR) // 0 2 4
 * ```
 */
export const RunExit = Object.freeze({
  CLOSED_SUCCESS: 0 as RunExit,
  REFUSED: 0 as RunExit,
  DIRECT_ANSWER: 0 as RunExit,
  CLOSED_CANCELLED: 1 as RunExit,
  UNCONFIRMED_GATE: 2 as RunExit,
  WAITING_INPUT: 3 as RunExit,
  HARNESS_ERROR: 4 as RunExit,
  CLOSED_UNVERIFIED: 5 as RunExit,
  INTERRUPTED: 130 as RunExit,
  TERMINATED: 143 as RunExit
})

/** The name of a way in which a run can end: finer than its exit code, because 0 has three of them. */
export type RunEnding = keyof typeof RunExit

/** What a run has come to: closed for good, paused, stopped by an error, or stopped by a signal. */
export type RunEndingGroup = "closed" | "paused" | "error" | "signal"

/** One row of the run contract's exit table. */
export interface RunExitMeaning {
  readonly code: RunExit
  /** The constant's name in `RunExit`. */
  readonly name: RunEnding
  readonly group: RunEndingGroup
  readonly meaning: string
}

function row(name: RunEnding, group: RunEndingGroup, meaning: string): RunExitMeaning {
  return Object.freeze({ code: RunExit[name], name, group, meaning })
}

/**
 * The exit table of the run contract, one row for every constant of `RunExit`, in the order of the codes.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { runExits } from "@byhand/exit-codes"
 * console.log(runExits.filter((row) => row.group === "paused").map((row) => row.code).join(" ")) // 2 3
 * ```
 */
export const runExits: readonly RunExitMeaning[] = Object.freeze([
  row("CLOSED_SUCCESS", "closed", "A deliverable that every check of the host has passed"),
  row("REFUSED", "closed", "A published refusal, issued before a controller existed"),
  row("DIRECT_ANSWER", "closed", "Answered without the protocol"),
  row("CLOSED_CANCELLED", "closed", "Cancelled, failed after repair, or refused during the run"),
  row("UNCONFIRMED_GATE", "paused", "Halted at a review gate that nobody confirmed; nothing was executed"),
  row("WAITING_INPUT", "paused", "Paused for input that the task cannot go on without"),
  row("HARNESS_ERROR", "error", "The harness or a provider failed; never a result"),
  row("CLOSED_UNVERIFIED", "closed", "A published result that the host could not establish"),
  row("INTERRUPTED", "signal", "Interrupted by SIGINT"),
  row("TERMINATED", "signal", "Ended by SIGTERM")
])

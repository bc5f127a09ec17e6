import { CommandExit } from "./command-exit.ts"
import type { RunEnding } from "./run-exit.ts"

const commandExitOf: Readonly<Record<RunEnding, CommandExit>> = Object.freeze({
  CLOSED_SUCCESS: CommandExit.SUCCESS,
  REFUSED: CommandExit.SUCCESS,
  DIRECT_ANSWER: CommandExit.SUCCESS,
  CLOSED_CANCELLED: CommandExit.GENERAL_ERROR,
  UNCONFIRMED_GATE: CommandExit.INCOMPLETE,
  WAITING_INPUT: CommandExit.INCOMPLETE,
  HARNESS_ERROR: CommandExit.GENERAL_ERROR,
  CLOSED_UNVERIFIED: CommandExit.PARTIAL_FAILURE,
  INTERRUPTED: CommandExit.INTERRUPTED,
  TERMINATED: CommandExit.TERMINATED
})

/**
 * The exit code of the command contract for the way in which a run ended: for a tool that must stay inside the table of
 * the CLI Agent Spec. It is coarser than the run's own code, so `error.code` should carry the ending's name.
 *
 * @param ending - how the run ended: a name of `RunExit`
 * @returns 0 for a success, a published refusal or a direct answer; 14 for a run that is paused and not lost, at a gate or
 * for input; 3 for a result that is published but not established; 1 for a cancelled run or a harness error; 130 and 143
 * for the two signals. It never throws on a name of `RunExit`.
 *
 * Requirement: ADR-0019, REQ-F-001, REQ-F-082
 *
 * @example
 * ```ts
 * import { commandExitOfRun } from "@byhand/exit-codes"
 * console.log(commandExitOfRun("WAITING_INPUT"), commandExitOfRun("CLOSED_UNVERIFIED")) // 14 3
 * ```
 */
export function commandExitOfRun(ending: RunEnding): CommandExit {
  return commandExitOf[ending]
}

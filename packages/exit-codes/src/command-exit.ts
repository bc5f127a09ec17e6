import { constants } from "node:os"
import { exitRange } from "./exit-range.ts"

declare const commandTable: unique symbol

/**
 * An exit code the command contract allows.
 *
 * The type is branded: the run contract gives 1 to 5 other meanings, so a code of one table is not accepted where the
 * other is due, and neither is a bare number.
 *
 * Requirement: REQ-F-001
 *
 * @example
 * ```ts
 * import { CommandExit } from "@byhand/exit-codes"
 * const code: CommandExit = CommandExit.PRECONDITION
 * console.log(code) // 4
 * ```
 */
export type CommandExit = number & { readonly [commandTable]: "command" }

/**
 * Every named exit code of the command contract: the framework's 0-14 and the three signals it handles.
 *
 * Requirement: REQ-F-001, REQ-F-013
 *
 * @example
 * ```ts
 * import { CommandExit } from "@byhand/exit-codes"
 * console.log(CommandExit.NOT_FOUND, CommandExit.INTERRUPTED) // 5 130
 * ```
 */
export const CommandExit = Object.freeze({
  SUCCESS: 0 as CommandExit,
  GENERAL_ERROR: 1 as CommandExit,
  ARG_ERROR: 2 as CommandExit,
  PARTIAL_FAILURE: 3 as CommandExit,
  PRECONDITION: 4 as CommandExit,
  NOT_FOUND: 5 as CommandExit,
  CONFLICT: 6 as CommandExit,
  PERMISSION_DENIED: 7 as CommandExit,
  AUTH_REQUIRED: 8 as CommandExit,
  PAYMENT_REQUIRED: 9 as CommandExit,
  TIMEOUT: 10 as CommandExit,
  RATE_LIMITED: 11 as CommandExit,
  UNAVAILABLE: 12 as CommandExit,
  REDIRECTED: 13 as CommandExit,
  INCOMPLETE: 14 as CommandExit,
  HANGUP: 129 as CommandExit,
  INTERRUPTED: 130 as CommandExit,
  TERMINATED: 143 as CommandExit
})

const signalNumbers: ReadonlySet<number> = new Set(Object.values(constants.signals))

/**
 * Checks a number against the command contract and gives it the branded type.
 *
 * @param code - an exit code: 0-14 of the framework, 15-63 of a framework extension, 64-78 of sysexits, 79-125 of the
 * command's own, or 128 plus the number of a signal this platform has
 * @returns the same number, as a `CommandExit`
 * @throws RangeError when the contract does not allow the code: anything else, such as 126, 127, 128, 255, a fraction or NaN
 *
 * Requirement: REQ-F-001, REQ-C-001
 *
 * @example
 * ```ts
 * import { commandExit } from "@byhand/exit-codes"
 * console.log(commandExit(80)) // 80
 * try {
 *   commandExit(127)
 * } catch (error) {
 *   console.log((error as Error).name) // RangeError
 * }
 * ```
 */
export function commandExit(code: number): CommandExit {
  const allowed =
    Number.isInteger(code) &&
    code >= 0 &&
    code <= 255 &&
    (exitRange(code) !== "shell" || signalNumbers.has(code - 128))
  if (allowed) return code as CommandExit
  throw new RangeError(
    `A command may not exit with ${String(code)}, because the command contract does not allow it. Expected an integer ` +
      "from 0 to 125, or 128 plus the number of a signal. Use a constant of CommandExit, or a code from 79 to 125 " +
      "for a meaning of the command's own."
  )
}

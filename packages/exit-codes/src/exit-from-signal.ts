import { constants } from "node:os"
import { CommandExit } from "./command-exit.ts"

const signals: Readonly<Record<string, number>> = constants.signals

/**
 * The exit code of a process that ends because of a signal: 128 plus the signal's number.
 *
 * @param signal - the name of a signal, such as `"SIGTERM"`
 * @returns the code a shell reports for it
 * @throws RangeError when this platform has no signal of that name
 *
 * Requirement: REQ-F-013
 *
 * @example
 * ```ts
 * import { exitFromSignal } from "@byhand/exit-codes"
 * console.log(exitFromSignal("SIGTERM")) // 143
 * ```
 */
export function exitFromSignal(signal: NodeJS.Signals): CommandExit {
  const number = Object.hasOwn(signals, signal) ? signals[signal] : undefined
  if (number === undefined) {
    throw new RangeError(
      `The signal ${JSON.stringify(signal)} has no exit code, because this platform has no signal of that name. ` +
        'Expected a name of os.constants.signals, such as "SIGTERM".'
    )
  }
  return (128 + number) as CommandExit
}

/**
 * The exit code to pass on for a child process that has ended, from the two values of its `exit` event.
 *
 * A launcher that maps a missing code to 0 reports a killed child as a success. Here a signal is never 0.
 *
 * @param code - the child's exit code, or null when a signal ended it
 * @param signal - the name of the signal that ended the child, or null
 * @returns 128 plus the signal's number; else the code itself when it is 0 to 255; else 1: both are null, the signal has a
 * name this platform does not know, or the code is one no process can pass on (a negative errno, a Windows status)
 *
 * Requirement: REQ-F-001. It never throws.
 *
 * @example
 * ```ts
 * import { exitFromChild } from "@byhand/exit-codes"
 * console.log(exitFromChild(null, "SIGKILL"), exitFromChild(3, null), exitFromChild(null, null)) // 137 3 1
 * ```
 */
export function exitFromChild(code: number | null, signal: NodeJS.Signals | null): number {
  if (typeof signal === "string") {
    return Object.hasOwn(signals, signal) ? exitFromSignal(signal) : CommandExit.GENERAL_ERROR
  }
  const passable = typeof code === "number" && Number.isInteger(code) && code >= 0 && code <= 255
  return passable ? code : CommandExit.GENERAL_ERROR
}

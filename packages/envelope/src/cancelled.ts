import { exitFromSignal } from "@byhand/exit-codes"
import { CommandError } from "./command-error.ts"

/**
 * The error of a command that a signal ended: `CANCELLED`, exit 130, 143 or 129, not retryable.
 *
 * @param signal - the signal; it stands in `context.signal`
 * @returns the error
 * @throws RangeError when this platform has no such signal
 *
 * Requirement: REQ-F-013, REQ-F-069
 *
 * @example
 * ```ts
 * import { cancelled } from "@byhand/envelope"
 * console.log(cancelled("SIGINT").exit, cancelled("SIGINT").message) // 130 The command was cancelled by SIGINT.
 * ```
 */
export function cancelled(signal: "SIGINT" | "SIGTERM" | "SIGHUP"): CommandError {
  return new CommandError({
    code: "CANCELLED",
    exit: exitFromSignal(signal),
    message: `The command was cancelled by ${signal}.`,
    phase: "execution",
    context: { signal }
  })
}

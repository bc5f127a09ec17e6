/** The five ranges the command contract divides exit codes into. */
export type ExitRange = "framework" | "framework-extension" | "sysexits" | "command" | "shell"

/**
 * Says which range of the command contract an exit code belongs to.
 *
 * @param code - an exit code, an integer from 0 to 255
 * @returns `"framework"` 0-14, `"framework-extension"` 15-63, `"sysexits"` 64-78, `"command"` 79-125, `"shell"` 126-255
 * @throws RangeError when `code` is not an integer from 0 to 255
 *
 * Requirement: REQ-F-001
 *
 * @example
 * ```ts
 * import { exitRange } from "@byhand/exit-codes"
 * console.log(exitRange(4)) // framework
 * console.log(exitRange(100)) // command
 * ```
 */
export function exitRange(code: number): ExitRange {
  if (!Number.isInteger(code) || code < 0 || code > 255) {
    throw new RangeError(
      `An exit code has a range only when it is an integer from 0 to 255. Received ${String(code)}. ` +
        "Pass the code a process can end with."
    )
  }
  if (code <= 14) return "framework"
  if (code <= 63) return "framework-extension"
  if (code <= 78) return "sysexits"
  if (code <= 125) return "command"
  return "shell"
}

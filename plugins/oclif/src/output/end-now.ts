import { writeSync } from "node:fs"
import type { CommandError } from "@byhand/envelope"
import { isHeldToJson } from "./held.ts"
import type { Ending } from "./outlet-state.ts"
import { writeEndingNow } from "./outlet.ts"

/** The ending of a call that failed. */
export type FailedEnding = Ending & { readonly error: CommandError }

/**
 * Ends the process with the exit code of an error, which is told before this returns: to a program in the document, to a
 * person in words. Who pressed Ctrl-C knows that the call is cancelled.
 */
export function endNow(ending: FailedEnding): never {
  const { code, exit, message, suggestion } = ending.error
  process.exitCode = exit
  if (isHeldToJson()) writeEndingNow(ending)
  else if (code !== "CANCELLED")
    writeSync(2, [`Error: ${message}`, ...(suggestion === undefined ? [] : [suggestion]), ""].join("\n"))
  // oxlint-disable-next-line unicorn/no-process-exit -- the document is written, and nothing of the command may run on
  process.exit(exit)
}

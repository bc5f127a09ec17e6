import { type CommandError, typedError } from "@byhand/envelope"
import { makeVisible } from "../output/make-visible.ts"
import { isCleanExit, markForOclif } from "../output/oclif-error.ts"
import { marked } from "./mark.ts"

/**
 * What oclif is to print for a person: what was thrown, with what it repeats of the command line escaped, and with the exit
 * code that a program would get.
 */
export function shownToPerson(thrown: unknown, error: CommandError): unknown {
  if (isCleanExit(thrown)) return thrown
  const shown = marked(thrown, { oclif: { exit: error.exit } })
  if (shown === undefined || typedError(shown) !== undefined) {
    // One that another copy of this package made too: oclif would print its name, and not its advice.
    const typed = shown === undefined ? error : (shown as Error as CommandError)
    makeVisible(typed, { whole: true })
    return markForOclif(typed, { printed: false })
  }
  if (error.suggestion !== undefined) marked(shown, { suggestions: [error.suggestion] })
  makeVisible(shown, { whole: error.phase === "validation" })
  return shown
}

import type { CommandError } from "@byhand/envelope"
import { makeVisible } from "../output/make-visible.ts"
import { isCleanExit, markForOclif, withoutStrangeCauses } from "../output/oclif-error.ts"

/**
 * What oclif is to get in place of what was thrown, once the envelope has it: it prints nothing, and ends the process with
 * the exit code of the envelope. What was thrown stays itself where it can, for hooks that look at it.
 */
export function printedElsewhere(thrown: unknown, error: CommandError): unknown {
  if (isCleanExit(thrown)) return thrown
  return (
    marked(thrown, { oclif: { exit: error.exit }, skipOclifErrorHandling: true }) ??
    markForOclif(error, { printed: true })
  )
}

/**
 * What oclif is to print for a person: what was thrown, with what it repeats of the command line escaped, and with the exit
 * code that a program would get.
 */
export function shownToPerson(thrown: unknown, error: CommandError): unknown {
  if (isCleanExit(thrown)) return thrown
  const shown = marked(thrown, { oclif: { exit: error.exit } })
  if (shown === undefined || thrown === error) {
    makeVisible(error, { whole: true })
    return markForOclif(error, { printed: false })
  }
  if (error.suggestion !== undefined) marked(shown, { suggestions: [error.suggestion] })
  makeVisible(shown, { whole: error.phase === "validation" })
  return shown
}

/** The same error with these fields, or undefined when it takes none or is no error. */
function marked<T extends object>(thrown: unknown, fields: T): (Error & T) | undefined {
  if (!(thrown instanceof Error)) return undefined
  try {
    withoutStrangeCauses(thrown)
    return Object.assign(thrown, fields)
  } catch {
    return undefined
  }
}

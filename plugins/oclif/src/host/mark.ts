import type { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { commandErrorOf, isCleanExit, markForOclif, withoutStrangeCauses } from "../output/oclif-error.ts"

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

/** Gives an error the exit code that its envelope would say, in the fields that oclif of any version reads. */
export function giveExit(thrown: unknown): void {
  const exit = isCleanExit(thrown) ? CommandExit.SUCCESS : commandErrorOf(thrown, "execution").exit
  // A typed error has an exitCode of its own, which cannot be set and need not be.
  marked(thrown, { oclif: { exit } })
  marked(thrown, { exitCode: exit })
}

/** The same error with these fields, or undefined when it takes none or is no error. */
export function marked<T extends object>(thrown: unknown, fields: T): (Error & T) | undefined {
  if (!(thrown instanceof Error)) return undefined
  try {
    withoutStrangeCauses(thrown)
    return Object.assign(thrown, fields)
  } catch {
    return undefined
  }
}

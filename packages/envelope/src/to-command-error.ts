import { CommandExit, commandExit } from "@byhand/exit-codes"
import { CommandError, isCommandError } from "./command-error.ts"
import { reason } from "./reason.ts"

/**
 * The `CommandError` for anything that was thrown.
 *
 * @param thrown - a `CommandError`, which is kept, also when it comes from another copy of this package; or an `Error`,
 * a string, or any other value
 * @returns that error, or a `GENERAL_ERROR` (exit 1, not retryable) with the reason as a sentence, no stack, and the
 * thrown value as its `cause`
 *
 * Requirement: REQ-C-013. It never throws.
 *
 * @example
 * ```ts
 * import { toCommandError } from "@byhand/envelope"
 * const error = toCommandError(new RangeError("The list is empty"))
 * console.log(error.code, error.exit, error.message) // GENERAL_ERROR 1 The list is empty
 * ```
 */
export function toCommandError(thrown: unknown): CommandError {
  const typed = typedError(thrown)
  if (typed !== undefined) return typed
  return new CommandError({
    code: "GENERAL_ERROR",
    exit: CommandExit.GENERAL_ERROR,
    message: reason(thrown),
    cause: thrown
  })
}

/**
 * A `CommandError` as it is, one of another copy of this package as one of this copy, and nothing for any other value.
 *
 * @param thrown - anything that was thrown
 * @returns the typed error, or undefined when whoever threw it said neither a code nor an exit
 *
 * Requirement: REQ-C-013. It never throws.
 *
 * @example
 * ```ts
 * import { CommandExit } from "@byhand/exit-codes"
 * import { CommandError, typedError } from "@byhand/envelope"
 * const conflict = new CommandError({ code: "CONFLICT", exit: CommandExit.CONFLICT, message: "D-42 exists" })
 * console.log(typedError(conflict) === conflict, typedError(new Error("D-42 exists"))) // true undefined
 * ```
 */
export function typedError(thrown: unknown): CommandError | undefined {
  try {
    if (thrown instanceof CommandError) return thrown
    // A plugin that a user installed brings its own copy of this package, and `instanceof` does not know its class.
    if (!isCommandError(thrown)) return undefined
    const options = { ...thrown, message: thrown.message, cause: thrown }
    return new CommandError({ ...options, exit: commandExit(options.exit) })
  } catch {
    // A proxy or a getter that throws, or fields that break the contract.
    return undefined
  }
}

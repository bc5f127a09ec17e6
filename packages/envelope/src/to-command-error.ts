import { CommandExit, commandExit } from "@byhand/exit-codes"
import { CommandError, type CommandErrorOptions } from "./command-error.ts"
import { reason } from "./reason.ts"

/**
 * The `CommandError` for anything that was thrown.
 *
 * @param thrown - a `CommandError`, which is kept, also when it comes from another copy of this package; or an `Error`,
 * a string, or any other value
 * @returns that error, or a `GENERAL_ERROR` (exit 1, not retryable) with the reason as a sentence, no stack, and the
 * thrown value as its `cause`
 *
 * REQ-C-013. It never throws.
 *
 * @example
 * ```ts
 * import { toCommandError } from "@byhand/envelope"
 * const error = toCommandError(new RangeError("The list is empty"))
 * console.log(error.code, error.exit, error.message) // GENERAL_ERROR 1 The list is empty
 * ```
 */
export function toCommandError(thrown: unknown): CommandError {
  try {
    if (thrown instanceof CommandError) return thrown
    const adopted = fromAnotherCopy(thrown)
    if (adopted !== undefined) return adopted
  } catch {
    // A proxy or a getter that throws: the reason below copes with it.
  }
  return new CommandError({
    code: "GENERAL_ERROR",
    exit: CommandExit.GENERAL_ERROR,
    message: reason(thrown),
    cause: thrown
  })
}

// A plugin that a user installed brings its own copy of this package, and `instanceof` does not know its class.
function fromAnotherCopy(thrown: unknown): CommandError | undefined {
  if (!(thrown instanceof Error) || thrown.name !== "CommandError") return undefined
  const options = { ...(thrown as Error & CommandErrorOptions), message: thrown.message, cause: thrown }
  return new CommandError({ ...options, exit: commandExit(options.exit) })
}

import { CommandExit } from "@byhand/exit-codes"
import { CommandError } from "./command-error.ts"
import { handoffProblems } from "./handoff-problems.ts"
import { quotable } from "./text-hazards.ts"

/** What a person should have typed. */
export interface MismatchRequest {
  readonly expected: string
  /** What the person can rely on, as the end of a sentence; "nothing is recorded" unless given. */
  readonly undone?: string | undefined
}

const longestExpected = 256
const longestUndone = 200

/**
 * The refusal of a person-only command when the person typed something else: `ATTESTATION_MISMATCH`, exit 4, not
 * retryable, without a suggestion.
 *
 * An expected string that could be read as an option or a variable, or that a person cannot see in full, is not repeated:
 * the message then says "the expected text".
 *
 * @param request - the expected string, and what did not happen
 * @returns an error that `handoffProblems` finds nothing wrong with
 *
 * Requirement: REQ-C-036. It never throws, whatever it is given.
 *
 * @example
 * ```ts
 * import { attestationMismatch } from "@byhand/envelope"
 * console.log(attestationMismatch({ expected: "D-42" }).message) // The typed text does not match D-42; nothing is recorded
 * ```
 */
export function attestationMismatch(request: MismatchRequest): CommandError {
  try {
    const { expected, undone } = request
    const shown =
      quotable(expected, longestExpected) && expected.trim() !== "" ? expected : "the expected text"
    const outcome = quotable(undone, longestUndone) && undone.trim() !== "" ? undone : "nothing is recorded"
    const error = mismatchError(shown, outcome)
    if (handoffProblems(error.toDetail()).length === 0) return error
  } catch {
    // A request that is not what its type says: the words below are always true.
  }
  return mismatchError("the expected text", "nothing is recorded")
}

function mismatchError(shown: string, outcome: string): CommandError {
  return new CommandError({
    code: "ATTESTATION_MISMATCH",
    exit: CommandExit.PRECONDITION,
    message: `The typed text does not match ${shown}; ${outcome}`
  })
}

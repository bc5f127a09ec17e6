import { type HarnessError, harnessError } from "../protocol/harness-error.ts"
import { SessionError } from "../sessions/session-error.ts"

/**
 * Something outside the protocol failed: a provider, a service, the disk. A run that meets one ends with exit 4 and keeps
 * its stage.
 *
 * @param error - the record that goes to stderr; see `harnessError`
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { HarnessFailure, harnessError } from "@byhand/headless"
 * const error = harnessError({ code: "PROVIDER_UNAVAILABLE", status: 503, message: "The provider does not answer." })
 * console.log(new HarnessFailure(error).error.category) // PROVIDER_UNAVAILABLE
 * ```
 */
export class HarnessFailure extends Error {
  readonly _tag = "HarnessFailure"
  readonly error: HarnessError

  constructor(error: HarnessError, options: { readonly cause?: unknown } = {}) {
    super(error.message, options)
    this.name = "HarnessFailure"
    this.error = error
  }
}

/**
 * The failure that anything thrown is.
 *
 * @param thrown - anything
 * @returns the failure itself, that of a `SessionError`, or HARNESS_EXCEPTION with the message and never with the stack.
 * It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { failureOf } from "@byhand/headless"
 * console.log(failureOf(new TypeError("x is not a function")).error.code) // HARNESS_EXCEPTION
 * ```
 */
export function failureOf(thrown: unknown): HarnessFailure {
  if (thrown instanceof HarnessFailure) return thrown
  if (thrown instanceof SessionError) return new HarnessFailure(sessionFailure(thrown), { cause: thrown })
  const said = thrown instanceof Error ? thrown.message : String(thrown)
  const message = said.trim() === "" ? "The harness failed and gave no reason." : said
  return new HarnessFailure(harnessError({ code: "HARNESS_EXCEPTION", message }), { cause: thrown })
}

function sessionFailure({ code, message, retryable, suggestion, context }: SessionError): HarnessError {
  const sentence = suggestion === undefined ? message : `${message} ${suggestion}.`
  return harnessError({ code, message: sentence, retryable, context })
}

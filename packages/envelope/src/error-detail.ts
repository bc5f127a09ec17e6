import { errorFields, keepKnown } from "./known-fields.ts"
import { isJsonObject, type JsonObject } from "./json.ts"
import { toJson } from "./to-json.ts"

/** Where a command that has moved is now. */
export interface Redirect {
  readonly command: string
  readonly permanent: boolean
  readonly reason?: "renamed" | "restructured" | "deprecated" | "typo_corrected"
}

/** One of several things that are wrong with a command's input. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** The `error` of an envelope, in the contract's own field names. */
export interface ErrorDetail {
  /** What a program branches on: `^[A-Z][A-Z0-9_]+$`. */
  readonly code: string
  /** A sentence for people; never parsed. */
  readonly message: string
  /** True only if the identical call may succeed and nothing was written. */
  readonly retryable?: boolean
  /** Milliseconds. */
  readonly retry_after_ms?: number
  readonly retry_strategy?: "immediate" | "linear_backoff" | "exponential_backoff"
  readonly phase?: "validation" | "execution" | "cleanup"
  readonly suggestion?: string
  readonly fix_required?: string
  readonly fix_command?: string
  readonly redirect?: Redirect
  readonly detail?: string
  /** The underlying system error, as text. */
  readonly cause?: string
  readonly context?: JsonObject
  readonly docs_url?: string
  readonly errors?: readonly FieldError[]
}

export const noReason = "The command failed and gave no reason."

/**
 * A frozen `ErrorDetail` made of any value: the fields that keep to the contract, in its order. It never throws.
 *
 * A field whose value breaks the contract is left out; a code or message that does is replaced by the general one.
 */
export function errorDetail(raw: unknown): ErrorDetail {
  const { json } = toJson(raw)
  const { kept } = keepKnown(isJsonObject(json) ? json : {}, errorFields)
  const { code, message, ...others } = Object.fromEntries(kept)
  return Object.freeze({
    code: typeof code === "string" && keepsPromise(code, others["retry_after_ms"]) ? code : "GENERAL_ERROR",
    message: typeof message === "string" ? message : noReason,
    ...others
  })
}

/** Whether an error may carry this code: whoever gets `RATE_LIMITED` asks again, and must know when (REQ-C-014). */
export function keepsPromise(code: string, retryAfterMs: unknown): boolean {
  return code !== "RATE_LIMITED" || (Number.isSafeInteger(retryAfterMs) && (retryAfterMs as number) > 0)
}

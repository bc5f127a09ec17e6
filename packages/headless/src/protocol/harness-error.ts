import type { JsonObject } from "@byhand/envelope"
import type { Operation } from "./operation.ts"

/** What kind of failure ended a run with exit 4. */
export type HarnessErrorCategory =
  | "PROVIDER_REJECTED_REQUEST"
  | "PROVIDER_UNAVAILABLE"
  | "OUTPUT_LIMIT_REACHED"
  | "OUTPUT_MALFORMED"
  | "HARNESS_EXCEPTION"

/** One provider that was tried, and what it said. */
export interface ProviderAttempt {
  readonly provider: string
  readonly message: string
}

/** The structured record of a harness or provider failure: what goes to stderr with exit 4. */
export interface HarnessError {
  readonly category: HarnessErrorCategory
  /** Names the cause: the category itself, or a code such as SESSION_BUSY. */
  readonly code: string
  readonly operation: Operation | null
  /** The HTTP status of a provider, or null. */
  readonly status: number | null
  readonly attempts: readonly ProviderAttempt[]
  readonly message: string
  /** Whether the identical call may succeed later. */
  readonly retryable: boolean
  /** What the provider returned and rejected itself. */
  readonly failed_generation?: string
  readonly context?: JsonObject
}

/** In characters: what a consumer of the record can rely on. */
const limits = { message: 2000, attempt: 600, generation: 4000 } as const

const categories: ReadonlySet<string> = new Set<HarnessErrorCategory>([
  "PROVIDER_REJECTED_REQUEST",
  "PROVIDER_UNAVAILABLE",
  "OUTPUT_LIMIT_REACHED",
  "OUTPUT_MALFORMED"
])

/**
 * Makes the record of a failure, with its texts cut to the lengths that consumers rely on.
 *
 * @param failure - `code` and `message`, and what else is known; a code that is a category of its own is the category,
 * any other one belongs to HARNESS_EXCEPTION
 * @returns the record, with `operation` and `status` null, `attempts` empty and `retryable` false unless given; `message`
 * has at most 2,000 characters, a provider's message 600, and `failed_generation` 4,000. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { harnessError } from "@byhand/headless"
 * const error = harnessError({ code: "EMPTY_INPUT", message: "There is no request: stdin was empty." })
 * console.log(error.category, error.code, error.retryable) // HARNESS_EXCEPTION EMPTY_INPUT false
 * ```
 */
export function harnessError(
  failure: { readonly code: string; readonly message: string } & Partial<Omit<HarnessError, "category">>
): HarnessError {
  const { code, operation = null, status = null, attempts = [], retryable = false } = failure
  return {
    category: categories.has(code) ? (code as HarnessErrorCategory) : "HARNESS_EXCEPTION",
    code,
    operation,
    status,
    attempts: attempts.map(({ provider, message }) => ({ provider, message: cut(message, limits.attempt) })),
    message: cut(failure.message, limits.message),
    retryable,
    ...(failure.failed_generation === undefined
      ? {}
      : { failed_generation: cut(failure.failed_generation, limits.generation) }),
    ...(failure.context === undefined ? {} : { context: failure.context })
  }
}

/** The beginning of a text, without half a character at its end. */
function cut(text: string, limit: number): string {
  if (text.length <= limit) return text
  return text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, "")
}

import { type HarnessErrorCategory, harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { Scrubber } from "./scrub.ts"

/** Why a call got no reply, as whoever made it knows it. */
export interface Fault {
  readonly category: HarnessErrorCategory
  /** Finer than the category, where a program may want to know it. */
  readonly code?: string
  /** An HTTP status. */
  readonly status?: number | null
  /** Ours: a sentence without anything of the provider's in it. */
  readonly message: string
  /** The provider's own words, unscrubbed. */
  readonly said?: string | undefined
  /** What to do about it: a sentence. */
  readonly fix?: string | undefined
  /** What the provider's model wrote and the provider itself rejected, unscrubbed. */
  readonly failedGeneration?: string | undefined
  readonly retryable: boolean
  /** How long the provider asks to be left alone. */
  readonly retryAfterMs?: number | null
}

/**
 * The failure that a fault is. Everything that came from outside goes through the scrubber here, and nowhere else.
 *
 * @param provider the name of the provider, for the record of the attempt
 */
export function faultFailure(fault: Fault, provider: string, scrubber: Scrubber): HarnessFailure {
  const { category, code = category, status = null, retryable, retryAfterMs = null, failedGeneration } = fault
  const said = scrubber.said(fault.said ?? "")
  // What is cut when there is too much of it is the provider's part.
  const quote = said === "" ? [] : [`It says: ${said}`]
  const message = (...more: readonly string[]): string => [fault.message, ...more, ...quote].join(" ")
  return new HarnessFailure(
    harnessError({
      code,
      status,
      attempts: [{ provider, message: message() }],
      message: message(...(fault.fix === undefined ? [] : [fault.fix])),
      retryable,
      ...(failedGeneration === undefined ? {} : { failed_generation: scrubber.said(failedGeneration) }),
      ...(retryAfterMs === null ? {} : { context: { retry_after_ms: Math.round(retryAfterMs) } })
    })
  )
}

/** What to do when an account has nothing left, whoever says so. */
export const spentFix = "Look at the balance of the account."

/** How long the provider of a failure asks to be left alone, in milliseconds; null when it does not say. */
export function askedToWait({ error }: HarnessFailure): number | null {
  const asked = error.context?.["retry_after_ms"]
  return typeof asked === "number" ? asked : null
}

/** The category of a status that is not 2xx: 4xx except 429 is a request that is rejected. */
export function categoryOfStatus(status: number): HarnessErrorCategory {
  return status >= 400 && status < 500 && status !== 429
    ? "PROVIDER_REJECTED_REQUEST"
    : "PROVIDER_UNAVAILABLE"
}

/** A reply that a filter of the provider's took away. */
export const filteredFault: Fault = {
  category: "PROVIDER_REJECTED_REQUEST",
  message: "The content filter of the provider took the reply away.",
  fix: "Change the request: asked again, it would be taken away again.",
  retryable: false
}

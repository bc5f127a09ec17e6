import type { RunEvent } from "../protocol/event.ts"
import { type HarnessError, harnessError } from "../protocol/harness-error.ts"
import type { Reply, RunState } from "../protocol/state.ts"
import { wireAttempts } from "../protocol/due.ts"
import { feedbackOf, type ReplyError } from "../reply/reply-error.ts"

/** What follows from a reply. */
export type Decision =
  /** These happened, in this order; they belong into one append. */
  | { readonly _tag: "Events"; readonly events: readonly RunEvent[] }
  /** The operation is called once more, and told what was wrong. */
  | { readonly _tag: "Retry"; readonly feedback: string }
  /** The run ends with exit 4: record the event, then say the error. */
  | { readonly _tag: "Fail"; readonly error: HarnessError; readonly events: readonly RunEvent[] }
  /** A service asked for this reply in its own words, and decides on it. */
  | { readonly _tag: "Service" }

export function happened(...events: readonly RunEvent[]): Decision {
  return { _tag: "Events", events }
}

/** The reply cannot be used: the operation is called once more if it may be, else the run ends with exit 4. */
export function unusable(state: RunState, reply: Reply, error: ReplyError): Decision {
  if (reply.attempt < wireAttempts(state, reply.operation))
    return { _tag: "Retry", feedback: feedbackOf(error) }
  return failed(
    harnessError({
      code: error.reason === "cut_off" ? "OUTPUT_LIMIT_REACHED" : "OUTPUT_MALFORMED",
      operation: reply.operation,
      message: `${error.reason}: ${error.message}`,
      failed_generation: reply.reply
    })
  )
}

/**
 * Ends a run with an error that is recorded.
 *
 * @param error - what failed
 * @returns the error and the event that records it. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { failed, harnessError } from "@byhand/headless"
 * const decision = failed(harnessError({ code: "PROVIDER_UNAVAILABLE", message: "The provider does not answer." }))
 * console.log(decision.events.map(({ kind }) => kind).join()) // HARNESS_FAILED
 * ```
 */
export function failed(error: HarnessError): Decision & { readonly _tag: "Fail" } {
  const { code, operation, message } = error
  return { _tag: "Fail", error, events: [{ kind: "HARNESS_FAILED", code, operation, message }] }
}

import type { AiError } from "effect/ai/AiError"
import * as Duration from "effect/Duration"
import type { HarnessErrorCategory } from "../protocol/harness-error.ts"
import { categoryOfStatus, type Fault, spentFix } from "./fault.ts"

type Reason = AiError["reason"]["_tag"]

/** What a reason is to the contract when the provider's status is not known. Any other one is an exception of the harness. */
const known: Partial<Record<Reason, readonly [HarnessErrorCategory, string, string]>> = {
  RateLimitError: ["PROVIDER_UNAVAILABLE", "The model is asked too often.", "Wait, and resume the session."],
  InternalProviderError: ["PROVIDER_UNAVAILABLE", "The provider of the model failed.", "Resume the session."],
  NetworkError: ["PROVIDER_UNAVAILABLE", "No reply came from the provider.", "Resume the session."],
  InvalidResponseError: [
    "PROVIDER_UNAVAILABLE",
    "The provider replied with something that its client cannot read.",
    "Resume the session, and look at the address of the provider when it happens again."
  ],
  QuotaExhaustedError: ["PROVIDER_REJECTED_REQUEST", "The quota of the account is used up.", spentFix],
  AuthenticationError: [
    "PROVIDER_REJECTED_REQUEST",
    "The provider does not accept the key.",
    "Look at the key, and at what it may be used for."
  ],
  ContentPolicyError: ["PROVIDER_REJECTED_REQUEST", "The provider's content policy stands against it.", ""],
  InvalidRequestError: ["PROVIDER_REJECTED_REQUEST", "The provider rejects the request.", ""],
  UnsupportedSchemaError: ["PROVIDER_REJECTED_REQUEST", "The model takes no such schema.", ""]
}

/** The fault of a `LanguageModel` that failed. A status decides the category as it does for any endpoint. */
export function aiFault(error: AiError): Fault {
  const { reason, retryAfter } = error
  const status = statusOf(reason)
  const [category, message, fix] = known[reason._tag] ?? [
    "HARNESS_EXCEPTION" as const,
    `The language model failed (${reason._tag}).`,
    ""
  ]
  return {
    category: status === null ? category : categoryOfStatus(status),
    status,
    message: status === null ? message : `${message} Its status was ${status}.`,
    ...(fix === "" ? {} : { fix }),
    said: saidBy(reason),
    // A reply that nobody can read is an outage, as it is at any endpoint.
    retryable: error.isRetryable || reason._tag === "InvalidResponseError",
    retryAfterMs: retryAfter === undefined ? null : Duration.toMillis(retryAfter)
  }
}

function statusOf(reason: AiError["reason"]): number | null {
  const status = "http" in reason ? reason.http?.response?.status : undefined
  return status === undefined || status < 300 ? null : status
}

/** The reason's own words, and what of the provider's they leave out. */
function saidBy(reason: AiError["reason"]): string {
  const body = "http" in reason ? reason.http?.body : undefined
  return body === undefined || reason.message.includes(body) ? reason.message : `${reason.message} ${body}`
}

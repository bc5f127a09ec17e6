import type { JsonObject, JsonValue } from "@byhand/envelope"
import { categoryOfStatus, type Fault, spentFix } from "./fault.ts"
import type { HttpReply } from "./http-post.ts"
import { retryAfterMs } from "./retry-after.ts"

/**
 * The fault of a reply whose status is not 2xx. 4xx except 429 is a request that the endpoint rejects; everything else is an
 * endpoint that is not available.
 *
 * @param now milliseconds since the epoch
 */
export function httpFault(reply: HttpReply, now: number): Fault {
  const { status, text, isCut } = reply
  const error = isCut ? null : errorOf(text)
  const generation = error?.["failed_generation"]
  const isSpent = error?.["code"] === "insufficient_quota" || error?.["type"] === "insufficient_quota"
  return {
    category: categoryOfStatus(status),
    status,
    message: `The endpoint replied with HTTP ${status}.`,
    fix: isSpent ? fixes[402] : fixes[status],
    said: messageOf(error, text),
    ...(typeof generation === "string" ? { failedGeneration: generation } : {}),
    retryable: status === 408 || status >= 500 || (status === 429 && !isSpent),
    retryAfterMs: retryAfterMs(reply.header, now)
  }
}

const redirected = "Give the address that it leads to as the base URL: no request and no key is sent on."

const fixes: Readonly<Record<number, string>> = {
  301: redirected,
  302: redirected,
  303: redirected,
  307: redirected,
  308: redirected,
  400: "If it is the response format that it does not know, choose json_object, or text.",
  401: "Look at the key.",
  402: spentFix,
  403: "Look at what the key may be used for.",
  404: "Look at the base URL, and at the name of the model.",
  413: "The request is larger than the endpoint takes.",
  422: "If it is the response format that it does not know, choose json_object, or text.",
  429: "It is asked too often. Wait, and resume the session."
}

/** The error that a body holds: `{"error": {…}}` mostly, and with some servers the body is the error. */
function errorOf(text: string): JsonObject | null {
  try {
    const body = JSON.parse(text) as JsonValue
    if (typeof body !== "object" || body === null || Array.isArray(body)) return null
    const { error } = body as JsonObject
    return typeof error === "object" && error !== null ? (error as JsonObject) : (body as JsonObject)
  } catch {
    return null
  }
}

/** A page of HTML says nothing that a person could use. */
function messageOf(error: JsonObject | null, text: string): string {
  if (error === null) return /^\s*</.test(text) ? "" : text
  const said = [error["message"], error["error"], error["detail"]].find((value) => typeof value === "string")
  return typeof said === "string" ? said : ""
}

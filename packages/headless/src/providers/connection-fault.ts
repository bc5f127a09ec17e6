import type { Fault } from "./fault.ts"

/** What may be over in a moment: the other side is not there, or was not for long enough. */
const passing: Readonly<Record<string, string>> = {
  ECONNREFUSED: "Nothing listens there.",
  ECONNRESET: "The connection was closed before the reply had its end.",
  EPIPE: "The connection was closed before the request had its end.",
  ETIMEDOUT: "Nothing answers there.",
  ENOTFOUND: "There is no host of that name.",
  EAI_AGAIN: "The name of the host cannot be looked up now.",
  EHOSTUNREACH: "The host cannot be reached.",
  ENETUNREACH: "The network cannot be reached."
}

/**
 * The fault of a request that got no reply, or not the whole of one.
 *
 * @param error what Node says of the connection
 * @param host of the endpoint, with the port
 */
export function connectionFault(error: Error, host: string): Fault {
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name
  const known = passing[code]
  return {
    category: "PROVIDER_UNAVAILABLE",
    message: `No reply came from the endpoint at ${host} (${code}).${known === undefined ? "" : ` ${known}`}`,
    // Of certificates and broken HTTP Node says what is wrong.
    said: known === undefined ? error.message : "",
    retryable: known !== undefined
  }
}

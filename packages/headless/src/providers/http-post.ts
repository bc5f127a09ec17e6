import { request as requestPlain } from "node:http"
import { request as requestSecure } from "node:https"
import * as Effect from "effect/Effect"

/** One request. */
export interface HttpPost {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Of the reply's body: what is beyond is not read. */
  readonly maxBytes: number
}

/** What came back, whatever its status. */
export interface HttpReply {
  readonly status: number
  /** A header's value, by its name in lower case. */
  header(name: string): string | undefined
  readonly text: string
  /** The body is larger than the limit, and `text` is its beginning. */
  readonly isCut: boolean
}

/**
 * Sends one request, and reads the reply to its end or to the limit. It follows no redirect, so a key goes nowhere else; it
 * waits for as long as it is let; and interrupting it closes the connection at once. Each request has a connection of its
 * own: one that was kept would be closed by the other side at the wrong moment.
 *
 * It fails with what Node says of the connection: an error whose `code` is "ECONNRESET", "ENOTFOUND" and the like.
 */
export function httpPost({ url, headers, body, maxBytes }: HttpPost): Effect.Effect<HttpReply, Error> {
  return Effect.callback<HttpReply, Error>((resume) => {
    const fail = (error: Error): void => resume(Effect.fail(error))
    const content = Buffer.from(body)
    const options = {
      method: "POST",
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": String(content.length),
        "accept-encoding": "identity",
        connection: "close"
      }
    }
    let request: ReturnType<typeof requestPlain>
    try {
      request = (url.protocol === "https:" ? requestSecure : requestPlain)(url, options)
    } catch (error) {
      fail(error as Error)
      return undefined
    }
    request.on("error", fail)
    request.on("response", (response) => {
      const parts: Buffer[] = []
      let size = 0
      const done = (isCut: boolean): void => {
        const { statusCode: status = 0, headers: received } = response
        const header = (name: string): string | undefined => {
          const value = received[name]
          return Array.isArray(value) ? value[0] : value
        }
        // The decoder drops a byte order mark, which no JSON parser would.
        const text = new TextDecoder().decode(Buffer.concat(parts).subarray(0, maxBytes))
        resume(Effect.succeed({ status, header, text, isCut }))
      }
      response.on("data", (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size <= maxBytes) return
        done(true)
        request.destroy()
      })
      response.on("end", () => done(false))
      response.on("error", fail)
    })
    // A peer that is gone is noticed although it never says anything more.
    request.setSocketKeepAlive(true, 60_000)
    request.end(content)
    return Effect.sync(() => request.destroy())
  })
}

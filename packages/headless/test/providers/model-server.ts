import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request as the endpoint got it. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: ChatBody
  /** The operation, as the name of the schema says it. */
  readonly operation: string
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface ChatBody {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly response_format?: {
    readonly type: string
    readonly json_schema?: { readonly name: string; readonly schema: object; readonly strict: boolean }
  }
  readonly [more: string]: unknown
}

/** Answers a request. `nth` counts the requests of its operation, from 1. */
export type Answer = (request: Received, response: ServerResponse, nth: number) => void

/** An endpoint of chat completions on the loopback interface. */
export class ModelServer {
  readonly requests: Received[] = []
  /** How many connections the other side closed before it had its whole reply. */
  abandoned = 0
  readonly #server
  readonly #watchers = new Set<() => void>()

  private constructor(answer: Answer) {
    this.#server = createServer((request, response) => void this.#take(request, response, answer))
  }

  static async start(answer: Answer): Promise<ModelServer> {
    const server = new ModelServer(answer)
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve))
    return server
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  count(operation: string): number {
    return this.requests.filter((request) => request.operation === operation).length
  }

  /** Waits until something is so; the test's own limit decides that it never will be. */
  async until(isSo: () => boolean): Promise<void> {
    if (isSo()) return
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!isSo()) return
        this.#watchers.delete(look)
        resolve()
      }
      this.#watchers.add(look)
    })
  }

  async stop(): Promise<void> {
    const stopped = new Promise((resolve) => this.#server.close(resolve))
    this.#server.closeAllConnections()
    await stopped
  }

  async #take(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
    const body = JSON.parse(await bodyOf(request)) as ChatBody
    const operation = body.response_format?.json_schema?.name ?? "unnamed"
    const { url = "", headers } = request
    const received = { path: url, headers, body, operation, at: Date.now() }
    this.requests.push(received)
    response.on("close", () => {
      if (!response.writableFinished) this.abandoned += 1
      this.#changed()
    })
    this.#changed()
    answer(received, response, this.count(operation))
  }

  #changed(): void {
    for (const look of this.#watchers) look()
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

/** Replies with a chat completion. */
export function complete(
  response: ServerResponse,
  content: string,
  more: Record<string, unknown> = {}
): void {
  response.setHeader("content-type", "application/json")
  response.end(completion(content, more))
}

export function completion(
  content: string,
  { finish_reason = "stop", ...more }: Record<string, unknown> = {}
) {
  return JSON.stringify({
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
    ...more
  })
}

/** Replies with an error of the kind that endpoints send. */
export function refuse(
  response: ServerResponse,
  status: number,
  message: string,
  headers: object = {}
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers })
  response.end(JSON.stringify({ error: { message, type: "some_error", code: null } }))
}

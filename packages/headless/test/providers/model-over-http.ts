import * as AiError from "effect/ai/AiError"
import * as LanguageModel from "effect/ai/LanguageModel"
import type * as Prompt from "effect/ai/Prompt"
import type * as Response from "effect/ai/Response"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { CurrentCall } from "../../src/providers/language-model.ts"

/**
 * A `LanguageModel` as a host would wire it: made by the module's own constructor, over effect's own HTTP client. The
 * published OpenAI package is for another effect, so this is the smallest whole one.
 */
export function modelOverHttp(baseUrl: string, key: string): Layer.Layer<LanguageModel.LanguageModel> {
  const made = Effect.flatMap(HttpClient.HttpClient, (client) =>
    LanguageModel.make({
      generateText: ({ prompt }) => generate(client, baseUrl, key, prompt),
      streamText: () => Stream.empty
    })
  )
  return Layer.provide(Layer.effect(LanguageModel.LanguageModel, made), FetchHttpClient.layer)
}

interface Completion {
  readonly choices: readonly {
    readonly message: { readonly content: string }
    readonly finish_reason: "stop" | "length"
  }[]
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number }
}

const generate = Effect.fnUntraced(function* (
  client: HttpClient.HttpClient,
  baseUrl: string,
  key: string,
  prompt: Prompt.Prompt
): Effect.fn.Return<Response.PartEncoded[], AiError.AiError> {
  const call = yield* CurrentCall
  const request = HttpClientRequest.post(`${baseUrl}/chat/completions`).pipe(
    HttpClientRequest.setHeaders({
      authorization: `Bearer ${key}`,
      "idempotency-key": call?.action_id ?? "none"
    }),
    HttpClientRequest.bodyJsonUnsafe({ model: "m", messages: prompt.content.map(messageOf) })
  )
  const response = yield* Effect.mapError(client.execute(request), networkError)
  const text = yield* Effect.mapError(response.text, networkError)
  if (response.status !== 200) return yield* Effect.fail(statusError(response.status, response.headers, text))
  const completion = yield* Effect.try({
    try: () => JSON.parse(text) as Completion,
    catch: () => failed(new AiError.InvalidResponseError({ description: `This is no JSON: ${text}` }))
  })
  const { message, finish_reason: reason } = completion.choices[0]!
  const { prompt_tokens: total, completion_tokens } = completion.usage
  return [
    { type: "text", text: message.content },
    {
      type: "finish",
      reason,
      usage: {
        inputTokens: { uncached: undefined, total, cacheRead: undefined, cacheWrite: undefined },
        outputTokens: { total: completion_tokens, text: undefined, reasoning: undefined }
      },
      response: undefined
    }
  ]
})

function messageOf({ role, content }: Prompt.Message) {
  const parts = typeof content === "string" ? [{ text: content }] : content
  return { role, content: parts.map((part) => ("text" in part ? part.text : "")).join("") }
}

function statusError(
  status: number,
  headers: Readonly<Record<string, string>>,
  body: string
): AiError.AiError {
  const http = { response: { status, headers: {} }, body }
  const after = Number(headers["retry-after"])
  return failed(
    status === 429 && after > 0
      ? new AiError.RateLimitError({ retryAfter: Duration.seconds(after), http })
      : AiError.reasonFromHttpStatus({ status, http })
  )
}

function networkError(error: { readonly message: string }): AiError.AiError {
  const description = error.message
  const reason = "TransportError" as const
  return failed(new AiError.NetworkError({ reason, method: "POST", url: "http://127.0.0.1/v1", description }))
}

function failed(reason: AiError.AiErrorReason): AiError.AiError {
  return AiError.make({ module: "Test", method: "generateText", reason })
}

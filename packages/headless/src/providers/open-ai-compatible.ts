import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HarnessFailure } from "../services/harness-failure.ts"
import { Provider, type ProviderCall, type ProviderReply } from "../services/provider.ts"
import { readCompletion } from "./chat-reply.ts"
import { chatRequest } from "./chat-request.ts"
import { connectionFault } from "./connection-fault.ts"
import { type Endpoint, type EndpointOptions, findEndpoint } from "./endpoint.ts"
import { faultFailure } from "./fault.ts"
import { httpFault } from "./http-fault.ts"
import { httpPost } from "./http-post.ts"
import { askOnceMore } from "./once-more.ts"

/**
 * Asks a model through an HTTP endpoint that speaks the chat completions of OpenAI: OpenAI itself, and most other providers,
 * gateways and local servers.
 *
 * - Each call is one request, with the operation's instructions, its schema and its input. Where the contract has a wire
 *   retry, an outage (429, 5xx, a connection that fails) costs it: the same request once more, after what `Retry-After` asks
 *   for. An attempt at the task is asked for once.
 * - The `action_id` goes along as `Idempotency-Key`, the same for both requests.
 * - Interrupting a call closes its connection. No key, account or address of a provider's stands in a record.
 *
 * @param options - the endpoint, the model, the key, and what is to differ from the defaults
 * @returns the provider as a layer. What is wrong with the options is the failure of the first call, HARNESS_EXCEPTION with
 * a code of MODEL_URL_MISSING, MODEL_URL_INVALID, MODEL_NAME_MISSING, MODEL_KEY_MISSING or MODEL_KEY_INVALID. A call also fails with
 * PROVIDER_REJECTED_REQUEST (4xx except 429) and PROVIDER_UNAVAILABLE (everything else that is no reply).
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Provider } from "@byhand/headless"
 * import { openAiCompatibleProvider } from "@byhand/headless/providers"
 * const layer = openAiCompatibleProvider({ baseUrl: "http://127.0.0.1:11434/v1", model: "qwen3" })
 * const name = Provider.use((provider) => Effect.succeed(provider.name))
 * console.log(Effect.runSync(Effect.provide(name, layer))) // 127.0.0.1:11434
 * ```
 */
export function openAiCompatibleProvider(options: EndpointOptions): Layer.Layer<Provider> {
  return Layer.sync(Provider, () => {
    const found = findEndpoint(options, process.env)
    return {
      name: found._tag === "Found" ? found.endpoint.name : (options.name ?? "endpoint"),
      call: (call) =>
        found._tag === "NotFound"
          ? Effect.fail(found.failure)
          : askOnceMore(call, options, ask(found.endpoint, call), found.endpoint.name)
    }
  })
}

const ask = Effect.fnUntraced(function* (
  endpoint: Endpoint,
  call: ProviderCall
): Effect.fn.Return<ProviderReply, HarnessFailure> {
  const { url, name, headers, maxReplyBytes: maxBytes, scrubber } = endpoint
  const { body, unwrap } = chatRequest(call, endpoint)
  const post = {
    url,
    headers: { ...headers, "idempotency-key": call.action_id },
    body: JSON.stringify(body),
    maxBytes
  }
  const http = yield* Effect.mapError(httpPost(post), (error) =>
    faultFailure(connectionFault(error, url.host), name, scrubber)
  )
  if (http.status < 200 || http.status > 299)
    return yield* Effect.fail(faultFailure(httpFault(http, yield* Clock.currentTimeMillis), name, scrubber))
  const read = readCompletion(http)
  if (read._tag === "Faulty") return yield* Effect.fail(faultFailure(read.fault, name, scrubber))
  const text = scrubber.replied(read.reply.text)
  return { ...read.reply, text: read.reply.cut_off === true ? text : unwrap(text) }
})

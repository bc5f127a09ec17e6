import type { AiError } from "effect/ai/AiError"
import { LanguageModel } from "effect/ai/LanguageModel"
import type { GenerateTextResponse } from "effect/ai/LanguageModel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { HarnessFailure } from "../services/harness-failure.ts"
import { Provider, type ProviderCall, type ProviderReply } from "../services/provider.ts"
import { aiFault } from "./ai-fault.ts"
import { callText } from "./call-text.ts"
import { type Fault, faultFailure, filteredFault } from "./fault.ts"
import { askOnceMore, type Patience } from "./once-more.ts"
import { type Scrubber, scrubber } from "./scrub.ts"

/** How a language model is to be asked. */
export interface LanguageModelOptions extends Patience {
  /** Names the model in records of failures: "language-model" if left out. */
  readonly name?: string | undefined
  /** The keys that the model is called with: they are taken out of every record. */
  readonly secrets?: readonly string[] | undefined
}

/**
 * The call that a language model is being asked for; null outside of one. A client reads it to send the `action_id` on as an
 * idempotency key, because `LanguageModel` has no place for one.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { CurrentCall } from "@byhand/headless/providers/language-model"
 * const key = Effect.map(CurrentCall, (call) => call?.action_id ?? "none")
 * console.log(Effect.runSync(key)) // none
 * ```
 */
export const CurrentCall = Context.Reference<ProviderCall | null>("@byhand/headless/providers/CurrentCall", {
  defaultValue: () => null
})

/**
 * Asks any `LanguageModel` of `effect/ai`.
 *
 * The schema of a reply stands in the instructions. `generateObject` is not used: it wants an Effect schema, sends and decodes
 * it in a shape of its own, and of a reply that does not fit it keeps neither why it ended nor what it cost. Retries and
 * deadlines are those of every provider here; a model whose own client retries as well asks more often than the contract
 * says.
 *
 * @param options - its name in records, the secrets that it is called with, and how long it is waited for
 * @returns the provider as a layer that needs the model's. A call fails with PROVIDER_REJECTED_REQUEST, PROVIDER_UNAVAILABLE,
 * or HARNESS_EXCEPTION for what is neither.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import * as Stream from "effect/Stream"
 * import * as LanguageModel from "effect/ai/LanguageModel"
 * import { Provider } from "@byhand/headless"
 * import { languageModelProvider } from "@byhand/headless/providers/language-model"
 * const model = LanguageModel.make({ generateText: () => Effect.succeed([]), streamText: () => Stream.empty })
 * const layer = Layer.provide(languageModelProvider({ name: "mine" }), Layer.effect(LanguageModel.LanguageModel, model))
 * const name = Provider.use((provider) => Effect.succeed(provider.name))
 * console.log(Effect.runSync(Effect.provide(name, layer))) // mine
 * ```
 */
export function languageModelProvider(
  options: LanguageModelOptions = {}
): Layer.Layer<Provider, never, LanguageModel> {
  const { name = "language-model", secrets = [] } = options
  const scrub = scrubber(secrets)
  return Layer.effect(
    Provider,
    Effect.map(LanguageModel, (model) => ({
      name,
      call: (call) => askOnceMore(call, options, ask(model, call, name, scrub), name)
    }))
  )
}

function ask(
  model: LanguageModel,
  call: ProviderCall,
  name: string,
  scrub: Scrubber
): Effect.Effect<ProviderReply, HarnessFailure> {
  const { system, user } = callText(call, call.schema)
  const prompt = [
    { role: "system" as const, content: system },
    { role: "user" as const, content: [{ type: "text" as const, text: user }] }
  ]
  return model.generateText({ prompt }).pipe(
    Effect.provideService(CurrentCall, call),
    Effect.mapError((error: AiError) => faultFailure(aiFault(error), name, scrub)),
    Effect.catchDefect((thrown) => Effect.fail(faultFailure(broken(thrown), name, scrub))),
    Effect.flatMap((response) => replyOf(response, name, scrub))
  )
}

function replyOf(
  { text, finishReason, usage }: GenerateTextResponse<{}>,
  name: string,
  scrub: Scrubber
): Effect.Effect<ProviderReply, HarnessFailure> {
  if (finishReason === "content-filter") return Effect.fail(faultFailure(filteredFault, name, scrub))
  if (finishReason === "error") return Effect.fail(faultFailure(unfinished, name, scrub))
  const { inputTokens, outputTokens } = usage
  return Effect.succeed({
    text: scrub.replied(text),
    ...(finishReason === "length" ? { cut_off: true } : {}),
    ...(inputTokens.total === undefined ? {} : { input_tokens: inputTokens.total }),
    ...(outputTokens.total === undefined ? {} : { output_tokens: outputTokens.total })
  })
}

const unfinished: Fault = {
  category: "PROVIDER_UNAVAILABLE",
  message: "The provider failed while the model wrote its reply.",
  retryable: true
}

/** A client that throws is no provider that fails; what it says goes through the scrubber all the same. */
function broken(thrown: unknown): Fault {
  return {
    category: "HARNESS_EXCEPTION",
    message: "The client of the language model failed.",
    said: thrown instanceof Error ? thrown.message : String(thrown),
    retryable: false
  }
}

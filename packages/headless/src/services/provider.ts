import type { JsonObject } from "@byhand/envelope"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { Operation } from "../protocol/operation.ts"
import type { HarnessFailure } from "./harness-failure.ts"

/** One call of a model. Plain JSON: everything that a provider needs, and nothing of how the run goes on. */
export interface ProviderCall {
  readonly session_id: string
  readonly turn_id: string
  /** Unlike that of any other call, in this session or another: to be sent on as an idempotency key. */
  readonly action_id: string
  readonly operation: Operation
  /** The number of this call among the turn's calls of its operation, from 1. */
  readonly ordinal: number
  /** 2 when the reply before could not be read, and `feedback` says why. */
  readonly attempt: number
  /**
   * Whether the request may be sent once more, under the same `action_id`, when no reply came: only where the contract has a
   * wire retry that is not used yet, so never for an attempt at the task.
   */
  readonly may_retry: boolean
  /** Of the instructions and the schema. */
  readonly version: number
  readonly instructions: string
  /** JSON Schema, draft 2020-12, of the one object that the model replies with. */
  readonly schema: JsonObject
  readonly input: JsonObject
  readonly feedback: string | null
}

/** What a model replied, unread: reading it is the controller's. */
export interface ProviderReply {
  readonly text: string
  /** True when the reply ends because an output limit was reached. */
  readonly cut_off?: boolean
  readonly input_tokens?: number
  readonly output_tokens?: number
  /** How many requests it took: 2 uses up the wire retry. One if left out. */
  readonly requests?: number
}

/**
 * Asks a model. `call` fails with a `HarnessFailure` of one of the categories of a provider, and is interrupted when a
 * signal or a deadline ends the run: it then closes its connection.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import * as Layer from "effect/Layer"
 * import { Provider } from "@byhand/headless"
 * const parrot = Layer.succeed(Provider, { name: "parrot", call: ({ input }) => Effect.succeed({ text: JSON.stringify(input) }) })
 * const name = Provider.use((provider) => Effect.succeed(provider.name))
 * console.log(Effect.runSync(Effect.provide(name, parrot))) // parrot
 * ```
 */
export class Provider extends Context.Service<
  Provider,
  {
    /** Names the provider in records of failures. */
    readonly name: string
    call(call: ProviderCall): Effect.Effect<ProviderReply, HarnessFailure>
  }
>()("@byhand/headless/Provider") {}

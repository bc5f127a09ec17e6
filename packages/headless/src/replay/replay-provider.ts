import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import { Provider, type ProviderCall, type ProviderReply } from "../services/provider.ts"
import type { Tape, TapedReply } from "./tape.ts"

/**
 * A provider that replies from a tape. Which reply a call gets follows from its turn, its operation and its number, so a run
 * that was stopped anywhere, and goes on in another process, gets the replies that it would have had.
 *
 * @param tape - the replies of each turn
 * @returns the provider as a layer. A call that the tape has no reply to fails with REPLAY_EXHAUSTED.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Provider, replayProvider } from "@byhand/headless"
 * const layer = replayProvider({ turns: [{ ACTIVATION: [{ reply: { route: "BYPASS" } }] }] })
 * const name = Provider.use((provider) => Effect.succeed(provider.name))
 * console.log(Effect.runSync(Effect.provide(name, layer))) // replay
 * ```
 */
export function replayProvider(tape: Tape): Layer.Layer<Provider> {
  return Layer.succeed(Provider, {
    name: "replay",
    call: (call) => {
      const taped = tape.turns[turnNumber(call) - 1]?.[call.operation]?.[call.ordinal - 1]
      if (taped === undefined) return Effect.fail(exhausted(call))
      return taped.delay_ms === undefined
        ? replyOf(taped)
        : Effect.andThen(Effect.sleep(taped.delay_ms), replyOf(taped))
    }
  })
}

function turnNumber({ turn_id }: ProviderCall): number {
  return Number(turn_id.slice(turn_id.lastIndexOf("_") + 1))
}

function replyOf(taped: TapedReply): Effect.Effect<ProviderReply, HarnessFailure> {
  if ("failure" in taped) return Effect.fail(new HarnessFailure(harnessError(taped.failure)))
  if ("text" in taped) return Effect.succeed(taped)
  const { reply, ...more } = taped
  return Effect.succeed({ ...more, text: JSON.stringify(reply) })
}

function exhausted({ turn_id, operation, ordinal }: ProviderCall): HarnessFailure {
  const message = `The tape has no reply number ${ordinal} to ${operation} in ${turn_id}.`
  return new HarnessFailure(harnessError({ code: "REPLAY_EXHAUSTED", operation, message }))
}

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * Succeeds with the signal that asks a run to stop, once one was received. A run records it, and ends with 130 or 143; by
 * itself it listens to no signal, and the default never comes.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { StopSignal } from "@byhand/headless"
 * const stopped = Effect.provideService(StopSignal, Effect.succeed("SIGTERM"))
 * console.log(Effect.runSync(Effect.flatten(StopSignal).pipe(stopped))) // SIGTERM
 * ```
 */
export const StopSignal = Context.Reference<Effect.Effect<"SIGINT" | "SIGTERM">>(
  "@byhand/headless/StopSignal",
  {
    defaultValue: () => Effect.never
  }
)

import type { JsonObject } from "@byhand/envelope"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Verdict } from "../operations/decide-attempt.ts"
import { declaredVerdict } from "./declared-verdict.ts"
import type { HarnessFailure } from "./harness-failure.ts"

/** An attempt as a verifier sees it. */
export interface Candidate {
  readonly session_id: string
  readonly turn_id: string
  /** Of the call that proposed it. */
  readonly action_id: string
  readonly request: string
  /** What was confirmed; null in a run without review. */
  readonly prompt: string | null
  readonly plan: string | null
  readonly body: string
  /** What the reply says that its result rests on, unread. */
  readonly result_ir: JsonObject | null
}

/**
 * Says whether an attempt is established, cannot be established, or has failed.
 *
 * ADR-0019: nothing is established by a claim that the host cannot check.
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Verifier } from "@byhand/headless"
 * const candidate = { session_id: "S-1", turn_id: "turn_001", action_id: "A1", request: "r", prompt: null, plan: null }
 * const result_ir = { witness: { polarity: "negative", basis: "search" } }
 * const verdict = Verifier.use((verifier) => verifier.verify({ ...candidate, body: "There is none.", result_ir }))
 * console.log(Effect.runSync(Effect.provide(verdict, Verifier.layerDeclared))._tag) // Unestablished
 * ```
 */
export class Verifier extends Context.Service<
  Verifier,
  { verify(candidate: Candidate): Effect.Effect<Verdict, HarnessFailure> }
>()("@byhand/headless/Verifier") {
  /** Takes the claims of `result_ir` by their word when they speak against the result, and runs nothing. */
  static readonly layerDeclared = Layer.succeed(Verifier, {
    verify: ({ result_ir }) => Effect.succeed(declaredVerdict(result_ir))
  })
}

import type { JsonObject } from "@byhand/envelope"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { Tier } from "../protocol/fields.ts"
import type { HarnessFailure } from "./harness-failure.ts"
import type { NewTurn } from "./router.ts"

/** A question of a budget in its own words. Its answer is recorded like any reply, and never asked for twice. */
export interface BudgetQuestion {
  readonly version: number
  readonly instructions: string
  readonly schema: JsonObject
  readonly input: JsonObject
}

/** What a task may cost. */
export type Estimate =
  | { readonly _tag: "Routed"; readonly tier: Tier }
  /** A task that has to be verified is more likely than not beyond the largest budget: exit 0, closure REFUSED. */
  | {
      readonly _tag: "Refused"
      readonly text: string
      readonly p_beyond_largest_budget: number
      readonly largest_step_budget: number
    }

/**
 * Estimates how large a task is: the tier decides how many repairs it gets.
 *
 * `ask` asks the run's model once, and the second time a budget is asked for the same turn, after a crash, it gives the
 * recorded reply without a call.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import * as Effect from "effect/Effect"
 * import { Budget } from "@byhand/headless"
 * const turn = { session_id: "S-1", turn_id: "turn_001", request: "List the primes", previous: null }
 * const estimate = Budget.use((budget) => budget.estimate(turn, () => Effect.die("asks nobody")))
 * console.log(Effect.runSync(Effect.provide(estimate, Budget.layerNone))) // { _tag: 'Routed', tier: 'STANDARD' }
 * ```
 */
export class Budget extends Context.Service<
  Budget,
  {
    /** True when it asks nobody, and takes no time: what it is asked for need not be on the device before. */
    readonly isImmediate?: boolean
    estimate(
      turn: NewTurn,
      ask: (question: BudgetQuestion) => Effect.Effect<string, HarnessFailure>
    ): Effect.Effect<Estimate, HarnessFailure>
  }
>()("@byhand/headless/Budget") {
  /** No estimate: every task is a standard one, and none is refused. */
  static readonly layerNone = Layer.succeed(Budget, {
    isImmediate: true,
    estimate: () => Effect.succeed<Estimate>({ _tag: "Routed", tier: "STANDARD" })
  })
}

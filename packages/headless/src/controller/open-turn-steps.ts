import * as Effect from "effect/Effect"
import type { EventOf } from "../protocol/event.ts"
import { wireAttempts } from "../protocol/due.ts"
import { harnessError } from "../protocol/harness-error.ts"
import type { BudgetQuestion, Estimate } from "../services/budget.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { Routing } from "../services/router.ts"
import { askModel } from "./ask-model.ts"
import { callModel } from "./call-model.ts"
import { newTurn, type Run } from "./run.ts"
import { guarded } from "./guarded.ts"

/** Activation: what is done with the request at all. */
export const routeTurn = Effect.fnUntraced(function* (run: Run) {
  if (run.router.isImmediate !== true) yield* run.journal.flush()
  const routing = yield* guarded(run, "ACTIVATION", () => run.router.route(newTurn(run)))
  if (routing._tag === "AskModel") return yield* askModel(run, "ACTIVATION", null)
  run.journal.record(routed(routing))
})

function routed(routing: Exclude<Routing, { readonly _tag: "AskModel" }>) {
  if (routing._tag === "Routed")
    return { kind: "ACTIVATION_ROUTED", action_id: null, route: routing.route } as const
  const { verdict, text, blocking_basis } = routing
  return { ...refusal("activation", text), verdict, blocking_basis }
}

/**
 * The budget: how many repairs the task gets. What the budget asked of the model before, also in a process that was killed,
 * is given to it once more.
 */
export const estimateTurn = Effect.fnUntraced(function* (run: Run) {
  const { journal } = run
  if (run.budget.isImmediate !== true) yield* journal.flush()
  let isTold = false
  const askOnce = Effect.fnUntraced(function* (question: BudgetQuestion) {
    const { undecided } = journal.state
    const known = undecided?.operation === "BUDGET" ? undecided : null
    if (known === null || isTold) {
      if (known !== null && known.attempt >= wireAttempts(journal.state, "BUDGET"))
        return yield* Effect.fail(askedTooOften(known.attempt))
      yield* callModel(run, "BUDGET", { ...question, feedback: null })
    }
    isTold = true
    return journal.state.undecided?.reply ?? ""
  })
  // The budget cannot do anything about a signal: it waits, and the run stops.
  const ask = (question: BudgetQuestion): Effect.Effect<string, HarnessFailure> =>
    askOnce(question).pipe(
      Effect.catch((halt) => (halt._tag === "Stopped" ? Effect.never : Effect.fail(halt)))
    )
  const estimate = yield* guarded(run, "BUDGET", () => run.budget.estimate(newTurn(run), ask))
  journal.record(estimated(estimate, journal.state.undecided?.action_id ?? null))
})

function estimated(estimate: Estimate, action_id: string | null) {
  if (estimate._tag === "Routed") return { kind: "BUDGET_ROUTED", action_id, tier: estimate.tier } as const
  const { text, p_beyond_largest_budget, largest_step_budget } = estimate
  return { ...refusal("budget", text), action_id, p_beyond_largest_budget, largest_step_budget }
}

function refusal(phase: "activation" | "budget", text: string): EventOf<"PROTOCOL_REFUSED"> {
  return {
    kind: "PROTOCOL_REFUSED",
    action_id: null,
    phase,
    verdict: "REFUSAL",
    blocking_basis: null,
    text,
    p_beyond_largest_budget: null,
    largest_step_budget: null
  }
}

function askedTooOften(asked: number): HarnessFailure {
  const message = `The budget asked the model ${asked} times, and may not ask again for one turn.`
  return new HarnessFailure(harnessError({ code: "HARNESS_EXCEPTION", operation: "BUDGET", message }))
}

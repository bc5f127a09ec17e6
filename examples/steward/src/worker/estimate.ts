import { Budget, type BudgetQuestion, decodeReply, type Estimate, replySchema } from "@byhand/headless"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"

/** The steps that the largest budget has: a task that most likely takes more is not begun. */
const largestStepBudget = 200

const Estimated = Schema.Struct({
  tier: Schema.Literals(["MINIMAL", "STANDARD", "HEAVY_COMPUTE"]),
  p_beyond_largest_budget: Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))
})
const reply = replySchema("tier", { MINIMAL: Estimated, STANDARD: Estimated, HEAVY_COMPUTE: Estimated })

const question: Omit<BudgetQuestion, "input"> = {
  version: 1,
  instructions: `Estimate how large a task is. You do not carry it out. Your input holds the "request". Reply with one JSON
object: the "tier", which is MINIMAL for a task of a few steps, HEAVY_COMPUTE for one that needs long computing, and STANDARD
otherwise; and "p_beyond_largest_budget", the probability that it takes more than ${largestStepBudget} steps.`,
  schema: reply.jsonSchema
}

const tooLarge =
  `This task most likely takes more than the ${largestStepBudget} steps that there are for it, so it is not begun. ` +
  "A part of it may be small enough."

/** Asks the model how large the task is, and refuses one that is more likely than not too large. What is unclear never refuses. */
export const estimating: Layer.Layer<Budget> = Layer.succeed(Budget, {
  estimate: ({ request }, ask) => Effect.map(ask({ ...question, input: { request } }), estimateOf)
})

function estimateOf(text: string): Estimate {
  const decoded = decodeReply(reply, { reply: text, cut_off: false })
  if (decoded._tag === "Undecoded") return { _tag: "Routed", tier: "STANDARD" }
  const { tier, p_beyond_largest_budget } = decoded.value
  if (p_beyond_largest_budget <= 0.5) return { _tag: "Routed", tier }
  return { _tag: "Refused", text: tooLarge, p_beyond_largest_budget, largest_step_budget: largestStepBudget }
}

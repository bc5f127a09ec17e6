import * as Schema from "effect/Schema"
import { Analysis, BlockingBasis, NonBlank, OpenRoute, Tier } from "./fields.ts"

const reply = { action_id: Schema.NullOr(NonBlank) }

/** The events before a controller exists, and the one that binds it. `action_id` names the reply they decide on, if any. */
export const openingEvents = {
  ACTIVATION_ROUTED: Schema.Struct({
    kind: Schema.Literal("ACTIVATION_ROUTED"),
    ...reply,
    route: OpenRoute
  }),
  BUDGET_ROUTED: Schema.Struct({ kind: Schema.Literal("BUDGET_ROUTED"), ...reply, tier: Tier }),
  BOOTSTRAP_ANALYZED: Schema.Struct({
    kind: Schema.Literal("BOOTSTRAP_ANALYZED"),
    action_id: NonBlank,
    analysis: Analysis
  }),
  PROTOCOL_REFUSED: Schema.Struct({
    kind: Schema.Literal("PROTOCOL_REFUSED"),
    ...reply,
    phase: Schema.Literals(["activation", "budget", "bootstrap", "prompt_draft"]),
    /** What the reply called the refusal: "REFUSAL", "ADVERSARIAL", … */
    verdict: NonBlank,
    blocking_basis: Schema.NullOr(BlockingBasis),
    /** The published answer. */
    text: NonBlank,
    /** Of a refusal by the budget. */
    p_beyond_largest_budget: Schema.NullOr(Schema.Finite),
    largest_step_budget: Schema.NullOr(Schema.Finite)
  }),
  DIRECT_ANSWER_GIVEN: Schema.Struct({
    kind: Schema.Literal("DIRECT_ANSWER_GIVEN"),
    action_id: NonBlank,
    text: NonBlank
  }),
  PROTOCOL_BOUND: Schema.Struct({
    kind: Schema.Literal("PROTOCOL_BOUND"),
    instance_id: NonBlank
  })
} as const

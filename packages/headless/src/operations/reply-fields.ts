import * as Schema from "effect/Schema"
import { BlockingBasis, NonBlank } from "../protocol/fields.ts"

/** How sure the model is, from 0 to 1. Left out, it is sure. */
export const confidence = {
  confidence: Schema.optionalKey(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 })))
}

/** A refusal before anything was drafted. `response` is published as it is. */
export const refusal = { response: NonBlank, blocking_basis: Schema.optionalKey(BlockingBasis) }

/** A draft that is refused, at first or once a controller exists. */
export const TaskBlocked = Schema.Struct({
  kind: Schema.Literal("TASK_BLOCKED_BY_HIGHER_PRIORITY"),
  blocking_basis: BlockingBasis,
  response: NonBlank
})

/** Below this the model does not know, and nothing is decided by what it says. */
export const sure = 0.85

/** Whether a decision is sure enough to be acted on. */
export function isSure(decision: { readonly confidence?: number | undefined }): boolean {
  return decision.confidence === undefined || decision.confidence >= sure
}

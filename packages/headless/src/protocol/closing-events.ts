import * as Schema from "effect/Schema"
import { BlockingBasis, Finding, FreeObject, NonBlank, OperationName, Sha256, Source } from "./fields.ts"
import { intents } from "./intents.ts"
import { openingEvents } from "./opening-events.ts"

const result = {
  action_id: NonBlank,
  result_id: NonBlank,
  deliverable: NonBlank,
  deliverable_sha256: Sha256,
  /** What was confirmed; null in a run without review. */
  source_prompt_id: Schema.NullOr(NonBlank),
  source_plan_id: Schema.NullOr(NonBlank),
  /** How the request was read; null in a run with review, where the prompt says it. */
  interpretation: Schema.NullOr(Schema.String),
  approach: Schema.NullOr(Schema.String),
  /** What the verifier has to say of it. */
  verification: FreeObject
}

/** Why the host could not establish a result: a negative claim that a program printed or the reply declared, and the two others of ADR-0019. */
const UnverifiedReason = Schema.Literals([
  "NEGATIVE_PRINTED",
  "NEGATIVE_DECLARED",
  "OPEN_DEFECTS",
  "ARGUMENT"
])

/** The events that end a turn for good. Each carries the whole outcome: what is published is what the event says. */
export const closingEvents = {
  PROTOCOL_REFUSED: openingEvents.PROTOCOL_REFUSED,
  DIRECT_ANSWER_GIVEN: openingEvents.DIRECT_ANSWER_GIVEN,
  CANCEL: intents.CANCEL,
  NEW_TASK: intents.NEW_TASK,
  /** Cancelled from outside the gates, wherever the run stands. */
  SESSION_CANCELLED: Schema.Struct({ kind: Schema.Literal("SESSION_CANCELLED"), by: Source }),
  /** The decision to give up a call of which nobody knows whether it took place. */
  EFFECT_ABANDONED: Schema.Struct({
    kind: Schema.Literal("EFFECT_ABANDONED"),
    action_id: NonBlank,
    by: Source
  }),
  /** A refusal once a controller exists, whatever the operation. */
  PROTOCOL_BLOCKED: Schema.Struct({
    kind: Schema.Literal("PROTOCOL_BLOCKED"),
    action_id: NonBlank,
    operation: OperationName,
    blocking_basis: Schema.NullOr(BlockingBasis),
    text: NonBlank
  }),
  VERIFICATION_FAILED: Schema.Struct({
    kind: Schema.Literal("VERIFICATION_FAILED"),
    action_id: NonBlank,
    findings: Schema.Array(Finding),
    /** Published with the failure, and unverified; null when no attempt could be read. */
    candidate: Schema.NullOr(Schema.String)
  }),
  CLOSED_SUCCESS: Schema.Struct({ kind: Schema.Literal("CLOSED_SUCCESS"), ...result }),
  CLOSED_UNVERIFIED: Schema.Struct({
    kind: Schema.Literal("CLOSED_UNVERIFIED"),
    ...result,
    reason: UnverifiedReason,
    note: NonBlank
  })
} as const

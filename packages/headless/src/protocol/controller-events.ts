import * as Schema from "effect/Schema"
import { Confirmer, Finding, NonBlank, OperationName, Sha256, Source } from "./fields.ts"

const decides = { action_id: NonBlank }

/** What happens to a run that is open, besides intents, effects and closings. */
export const controllerEvents = {
  PROMPT_PUBLISHED: Schema.Struct({
    kind: Schema.Literal("PROMPT_PUBLISHED"),
    ...decides,
    artifact_id: NonBlank,
    body: NonBlank,
    body_sha256: Sha256,
    approach_handoff: Schema.Literals(["NONE", "CARRY_SOURCE_TO_PLAN"])
  }),
  PLAN_PUBLISHED: Schema.Struct({
    kind: Schema.Literal("PLAN_PUBLISHED"),
    ...decides,
    artifact_id: NonBlank,
    body: NonBlank,
    body_sha256: Sha256,
    source_prompt_id: NonBlank
  }),
  /** A line that needs an interpreter, on disk before the interpreter is asked. */
  LINE_TAKEN: Schema.Struct({ kind: Schema.Literal("LINE_TAKEN"), text: Schema.String, by: Confirmer }),
  QUESTION_ANSWERED: Schema.Struct({
    kind: Schema.Literal("QUESTION_ANSWERED"),
    ...decides,
    text: NonBlank
  }),
  INPUT_REQUESTED: Schema.Struct({
    kind: Schema.Literal("INPUT_REQUESTED"),
    ...decides,
    input_id: NonBlank,
    body: NonBlank,
    /** Free text, shown and never dispatched on. */
    expected_type: NonBlank,
    description: NonBlank,
    interpretation: Schema.NullOr(Schema.String),
    approach: Schema.NullOr(Schema.String)
  }),
  /** An attempt that can be read, and goes to the verifier. */
  CANDIDATE_PROPOSED: Schema.Struct({ kind: Schema.Literal("CANDIDATE_PROPOSED"), ...decides }),
  VERIFICATION_REPAIR: Schema.Struct({
    kind: Schema.Literal("VERIFICATION_REPAIR"),
    ...decides,
    findings: Schema.Array(Finding),
    /** False for the one extra repair after an attempt that ran no program. */
    counted: Schema.Boolean
  }),
  /** The run stopped with exit 4, and can be driven on. */
  HARNESS_FAILED: Schema.Struct({
    kind: Schema.Literal("HARNESS_FAILED"),
    code: NonBlank,
    operation: Schema.NullOr(OperationName),
    message: Schema.String
  }),
  TURN_INTERRUPTED: Schema.Struct({
    kind: Schema.Literal("TURN_INTERRUPTED"),
    signal: Schema.Literals(["SIGINT", "SIGTERM"])
  }),
  SESSION_RESTORED: Schema.Struct({ kind: Schema.Literal("SESSION_RESTORED") })
} as const

/** A call to a model or a program, from before it starts until its end is known. */
export const effectEvents = {
  EFFECT_STARTED: Schema.Struct({
    kind: Schema.Literal("EFFECT_STARTED"),
    action_id: NonBlank,
    effect: Schema.Literals(["model", "program"]),
    operation: OperationName,
    /** How many calls of this operation the turn has finished, and this one: from 1. */
    ordinal: Schema.Int,
    /** The number of this request for its step: 2 for the wire retry. */
    attempt: Schema.Int
  }),
  EFFECT_FINISHED: Schema.Struct({
    kind: Schema.Literal("EFFECT_FINISHED"),
    action_id: NonBlank,
    status: Schema.Literals(["replied", "failed"]),
    /** What was replied; what failed, in one sentence, when it failed. */
    reply: Schema.String,
    /** The reply ends because the output limit was reached. */
    cut_off: Schema.Boolean,
    input_tokens: Schema.NullOr(Schema.Finite),
    output_tokens: Schema.NullOr(Schema.Finite),
    /** How many requests the reply took, when it was not one. */
    requests: Schema.optionalKey(Schema.Int)
  }),
  /** The call was ended by us, because a signal came: it is known not to count. */
  EFFECT_INTERRUPTED: Schema.Struct({
    kind: Schema.Literal("EFFECT_INTERRUPTED"),
    action_id: NonBlank,
    signal: Schema.Literals(["SIGINT", "SIGTERM"])
  }),
  EFFECT_REDONE: Schema.Struct({ kind: Schema.Literal("EFFECT_REDONE"), action_id: NonBlank, by: Source })
} as const

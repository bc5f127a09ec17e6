import * as Schema from "effect/Schema"
import { replySchema } from "../reply/reply-schema.ts"
import { instructions, type OperationSpec } from "./operation-spec.ts"
import { confidence, sure } from "./reply-fields.ts"

/** What of a task a message can change. */
const TaskDimension = Schema.Literals([
  "ACTION_SUBJECT_OR_OBJECT",
  "SCOPE_OR_EXCLUSION",
  "QUANTITY_TIME_OR_CONDITION",
  "DEFINITION_OR_CRITERION",
  "AUDIENCE_OR_FORM",
  "OTHER_TASK_OR_RESULT"
])

/** What of an approach a message can change. */
const ApproachDimension = Schema.Literals([
  "SOURCES_OR_EVIDENCE",
  "METHOD",
  "ORDER_OF_WORK",
  "CHECKS_OR_JUSTIFICATION",
  "OTHER_PROCEDURE"
])

const ReviewFacts = Schema.Struct({
  kind: Schema.Literal("REVIEW_FACTS"),
  task_change_dimensions: Schema.Array(TaskDimension),
  approach_change_dimensions: Schema.Array(ApproachDimension),
  progression_requested: Schema.Boolean,
  ...confidence
})
const Special = Schema.Struct({
  kind: Schema.Literals([
    "NEW_TASK",
    "CANCEL",
    "UNRESOLVED",
    "PROTOCOL_DISCUSSION",
    "SUBSTANTIVE_DISCUSSION"
  ]),
  ...confidence
})
/** What a line at a gate says of the prompt or plan under review. */
export type ReviewFacts = typeof ReviewFacts.Type
/** What a model may take a line at a gate for. */
export type GateLineReply = ReviewFacts | typeof Special.Type

/** Says what a line at a gate means. */
export const gateLine: OperationSpec<GateLineReply> = {
  version: 1,
  instructions:
    instructions(`Say what a person's message at a review gate means. You decide nothing, and change
nothing.

Your input holds the "gate", the "shown" prompt or plan that the person looks at, and their "message".
Report facts; what follows from them is not your concern. Reply with the kind REVIEW_FACTS:
- "task_change_dimensions": what of the task the message changes. A task is what is to be done and
  delivered. ACTION_SUBJECT_OR_OBJECT, SCOPE_OR_EXCLUSION, QUANTITY_TIME_OR_CONDITION,
  DEFINITION_OR_CRITERION, AUDIENCE_OR_FORM, and OTHER_TASK_OR_RESULT for what is none of these.
- "approach_change_dimensions": what of the way of working it changes: SOURCES_OR_EVIDENCE, METHOD,
  ORDER_OF_WORK, CHECKS_OR_JUSTIFICATION, and OTHER_PROCEDURE for what is none of these.
- "progression_requested": true only if the message says, without a condition, that the work is to go on
  with what is shown. Praise, thanks, silence about a fault and a question are not that.
Each list is empty when the message changes nothing of its sort.

Reply with one of these kinds instead, and no facts, when the message as a whole is
- NEW_TASK: a request for another piece of work, to be done in the place of this one;
- CANCEL: the wish to stop;
- PROTOCOL_DISCUSSION: a question about this way of working;
- SUBSTANTIVE_DISCUSSION: a question or remark about the subject that asks for no change;
- UNRESOLVED: none of these for certain. Choose it whenever you would have to guess.

Give your "confidence" from 0 to 1. Below ${sure} the message counts as UNRESOLVED.`),
  reply: replySchema("kind", {
    REVIEW_FACTS: ReviewFacts,
    NEW_TASK: Special,
    CANCEL: Special,
    UNRESOLVED: Special,
    PROTOCOL_DISCUSSION: Special,
    SUBSTANTIVE_DISCUSSION: Special
  })
}

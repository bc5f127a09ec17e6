import * as Schema from "effect/Schema"
import { replySchema } from "../reply/reply-schema.ts"
import { instructions, type OperationSpec } from "./operation-spec.ts"
import { confidence, sure } from "./reply-fields.ts"

const ReviseTask = Schema.Struct({
  kind: Schema.Literal("REVISE_TASK"),
  also_changes_approach: Schema.Boolean,
  ...confidence
})
const Plain = Schema.Struct({
  kind: Schema.Literals(["SUPPLY_EXECUTION_INPUT", "NEW_TASK", "CANCEL", "UNRESOLVED"]),
  ...confidence
})
/** What a model may take a line for while input is waited for. */
export type ExecutionInputReply = typeof ReviseTask.Type | typeof Plain.Type

/** Says what a line means while input is waited for. */
export const executionInput: OperationSpec<ExecutionInputReply> = {
  version: 1,
  instructions:
    instructions(`Say what a person's message means while a task waits for their input. You do not use the
message, and do not repeat it.

Your input holds what was asked for ("asked": "body", "expected_type", "description") and the person's
"message". Choose one kind:
- SUPPLY_EXECUTION_INPUT: the message gives what was asked for, or says that it cannot be given, or tells
  you to choose.
- REVISE_TASK: the message changes what is to be done, instead of answering. "also_changes_approach" is true
  if it changes how it is to be done as well.
- NEW_TASK: the message asks for another piece of work, in the place of this one.
- CANCEL: the message is the wish to stop.
- UNRESOLVED: none of these for certain.

A message that answers in an unexpected form, in part, or with "yes" or "no" is SUPPLY_EXECUTION_INPUT. Give
your "confidence" from 0 to 1. Below ${sure}, and when it is UNRESOLVED, the message is taken as the answer
as it stands.`),
  reply: replySchema("kind", {
    REVISE_TASK: ReviseTask,
    SUPPLY_EXECUTION_INPUT: Plain,
    NEW_TASK: Plain,
    CANCEL: Plain,
    UNRESOLVED: Plain
  })
}

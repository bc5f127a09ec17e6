import * as Schema from "effect/Schema"
import { NonBlank } from "../protocol/fields.ts"
import { replySchema } from "../reply/reply-schema.ts"
import { instructions, type OperationSpec } from "./operation-spec.ts"

const Answer = Schema.Struct({ kind: Schema.Literal("ANSWER"), body: NonBlank })
/** What a model may reply to a remark or a question: its answer. */
export type AnswerReply = typeof Answer.Type

/** Answers a remark or a question that asks for no work. */
export const answerQuestion: OperationSpec<AnswerReply> = {
  version: 1,
  instructions: instructions(`Answer a person's remark or question. You carry out no task, and change
nothing.

Your input holds the "question", and the "prompt" or the "plan" that the person looks at, if there is one.
This is how the work goes, if you are asked: a request becomes a prompt, which says what is to be done; the
person confirms or changes it; then a plan, which says how, is confirmed or changed in the same way; only
then is the task carried out, and its result is verified. Without a confirmation nothing is carried out. If
information is missing, the run pauses and asks for it.

Reply with the kind ANSWER. Its "body" is what the person is told, in their language, short and to the
point. Do not confirm anything for the person, and do not promise that anything will be done.`),
  reply: replySchema("kind", { ANSWER: Answer })
}

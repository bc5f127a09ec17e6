import * as Schema from "effect/Schema"
import { NonBlank } from "../protocol/fields.ts"
import { replySchema } from "../reply/reply-schema.ts"
import { boundaries, instructions, type OperationSpec } from "./operation-spec.ts"
import { TaskBlocked } from "./reply-fields.ts"

const Prompt = Schema.Struct({
  kind: Schema.Literal("PROMPT"),
  prompt_body: NonBlank,
  approach_handoff: Schema.Literals(["NONE", "CARRY_SOURCE_TO_PLAN"])
})
/** What a model may reply when a prompt is asked for: the prompt, or what blocks the task. */
export type PromptReply = typeof Prompt.Type | typeof TaskBlocked.Type

const reply = replySchema("kind", { PROMPT: Prompt, TASK_BLOCKED_BY_HIGHER_PRIORITY: TaskBlocked })

const whatAPromptIs = `Reply with the kind PROMPT. "prompt_body" is the whole prompt. A prompt says what is
to be done, so that the person can confirm that it is what they mean:
- It states the task, the deliverable and its form, and every constraint, in full sentences or a list.
- It adds no wish of your own, and leaves out nothing that was asked for.
- It says nothing of how the work is done, and holds no part of the result.
- Where the person's words can be read in two ways, it takes the likelier one and says which one that is.
"approach_handoff" is CARRY_SOURCE_TO_PLAN when the person's message also says how the work is to be done:
by which method, from which sources, in which order. The message is then handed to the plan. Otherwise it is
NONE.`

const whenBlocked = `Reply with the kind TASK_BLOCKED_BY_HIGHER_PRIORITY instead only when the task is out
of bounds.

${boundaries}

Its "response" is what the person is told, in their language; "blocking_basis" names the boundary.`

/** Drafts the prompt that the person confirms first. */
export const promptDraft: OperationSpec<PromptReply> = {
  version: 1,
  instructions: instructions(`Draft the prompt for a request. You do not carry it out.

Your input holds the "request", an "analysis" of it, and the "previous_turn" of the conversation if there
was one. Where the analysis and the request differ, the request is right.

${whatAPromptIs}

${whenBlocked}`),
  reply
}

/** Works a change of the task into a prompt. */
export const promptRevision: OperationSpec<PromptReply> = {
  version: 1,
  instructions: instructions(`Work a change into a prompt. You do not carry the task out.

Your input holds the "request", the current "prompt", the "change" that the person asks for in their own
words, and the "supplied_inputs" that they have given so far. What the change does not touch stays as it is,
word for word. The new prompt replaces the old one, and the person will confirm it anew.

${whatAPromptIs}

${whenBlocked}`),
  reply
}

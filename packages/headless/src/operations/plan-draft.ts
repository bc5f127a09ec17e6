import * as Schema from "effect/Schema"
import { NonBlank } from "../protocol/fields.ts"
import { replySchema } from "../reply/reply-schema.ts"
import { boundaries, instructions, type OperationSpec } from "./operation-spec.ts"
import { TaskBlocked } from "./reply-fields.ts"

const Plan = Schema.Struct({ kind: Schema.Literal("PLAN"), neutral_plan_body: NonBlank })
/** What a model may reply when a plan is asked for: the plan, or what blocks the task. */
export type PlanReply = typeof Plan.Type | typeof TaskBlocked.Type

const reply = replySchema("kind", { PLAN: Plan, TASK_BLOCKED_BY_HIGHER_PRIORITY: TaskBlocked })

const whatAPlanIs = `Reply with the kind PLAN. "neutral_plan_body" is the whole plan. A plan says how the
task of the confirmed prompt will be done, so that the person can confirm the way:
- It is a numbered list of steps. Each step says what is done and what it is done with.
- It follows every one of the "approach_sources": what the person has said about the way of working.
- It says which steps a program will do, and how the result will be checked against the prompt.
- It is neutral: it holds no part of the result, does not guess it, and has no placeholders for it.
- It neither widens nor narrows the task. The prompt is confirmed; the plan serves it.`

const whenBlocked = `Reply with the kind TASK_BLOCKED_BY_HIGHER_PRIORITY instead only when it has become
clear that the task is out of bounds.

${boundaries}

Its "response" is what the person is told, in their language; "blocking_basis" names the boundary.`

/** Drafts the plan that the person confirms second. */
export const planDraft: OperationSpec<PlanReply> = {
  version: 1,
  instructions: instructions(`Draft the plan for a confirmed prompt. You do not carry it out.

Your input holds the "prompt", the "approach_sources", and the "supplied_inputs" that the person has given
so far.

${whatAPlanIs}

${whenBlocked}`),
  reply
}

/** Works a change of the approach into a plan. */
export const planRevision: OperationSpec<PlanReply> = {
  version: 1,
  instructions: instructions(`Work a change into a plan. You do not carry the task out.

Your input holds the confirmed "prompt", the current "plan", the "change" that the person asks for in their
own words, and the "approach_sources" of before. What the change does not touch stays as it is. Where the
change and an earlier approach source differ, the change is right.

${whatAPlanIs}

${whenBlocked}`),
  reply
}

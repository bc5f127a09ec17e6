import type { RunEvent } from "../protocol/event.ts"
import type { Reply, RunState } from "../protocol/state.ts"
import type { AnswerReply } from "./answer-question.ts"
import { bound, refused } from "./decide-opening.ts"
import { type Decision, happened } from "./decision.ts"
import type { Mint } from "./mint.ts"
import type { PlanReply } from "./plan-draft.ts"
import type { PromptReply } from "./prompt-draft.ts"

export function afterPrompt(state: RunState, reply: Reply, value: PromptReply, mint: Mint): Decision {
  const { action_id } = reply
  const first = state.stage === null
  if (value.kind !== "PROMPT")
    return happened(first ? refused(action_id, "prompt_draft", value.kind, value) : blocked(reply, value))
  const { prompt_body: body, approach_handoff } = value
  const artifact_id = `${state.instance_id ?? mint.instance_id}-P${state.prompt_highwater + 1}`
  const body_sha256 = mint.sha256(body)
  const published = {
    kind: "PROMPT_PUBLISHED",
    action_id,
    artifact_id,
    body,
    body_sha256,
    approach_handoff
  } as const
  return first ? happened(bound(mint), published) : happened(published)
}

export function afterPlan(state: RunState, reply: Reply, value: PlanReply, mint: Mint): Decision {
  if (value.kind !== "PLAN") return happened(blocked(reply, value))
  const body = value.neutral_plan_body
  return happened({
    kind: "PLAN_PUBLISHED",
    action_id: reply.action_id,
    artifact_id: `${state.instance_id}-R${state.plan_highwater + 1}`,
    body,
    body_sha256: mint.sha256(body),
    source_prompt_id: state.prompt?.artifact_id ?? ""
  })
}

export function afterAnswer(
  { stage }: RunState,
  { action_id }: Reply,
  { body: text }: AnswerReply
): Decision {
  return happened(
    stage === null
      ? { kind: "DIRECT_ANSWER_GIVEN", action_id, text }
      : { kind: "QUESTION_ANSWERED", action_id, text }
  )
}

function blocked(
  { action_id, operation }: Reply,
  { blocking_basis, response }: Extract<PromptReply, { readonly response: string }>
): RunEvent {
  return { kind: "PROTOCOL_BLOCKED", action_id, operation, blocking_basis, text: response }
}

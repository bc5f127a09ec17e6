import type { RunState } from "../protocol/state.ts"
import { activation, type ActivationReply } from "./activation.ts"
import { answerQuestion, type AnswerReply } from "./answer-question.ts"
import { bootstrap, type BootstrapReply } from "./bootstrap.ts"
import { type ExecutionReply, execution } from "./execute.ts"
import { executionInput, type ExecutionInputReply } from "./execution-input.ts"
import { gateLine, type GateLineReply } from "./gate-line.ts"
import type { ModelOperation, OperationSpec } from "./operation-spec.ts"
import { planDraft, type PlanReply, planRevision } from "./plan-draft.ts"
import { promptDraft, type PromptReply, promptRevision } from "./prompt-draft.ts"

/** What each operation's reply decodes to. */
export interface ReplyOf {
  readonly ACTIVATION: ActivationReply
  readonly BOOTSTRAP_ANALYSIS: BootstrapReply
  readonly ANSWER_QUESTION: AnswerReply
  readonly DRAFT_PROMPT: PromptReply
  readonly REVISE_PROMPT: PromptReply
  readonly DRAFT_PLAN: PlanReply
  readonly REVISE_PLAN: PlanReply
  readonly INTERPRET_GATE_LINE: GateLineReply
  readonly INTERPRET_EXECUTION_INPUT: ExecutionInputReply
  readonly EXECUTE: ExecutionReply
  readonly REPAIR: ExecutionReply
}

const specs: { readonly [O in ModelOperation]: OperationSpec<ReplyOf[O]> } = {
  ACTIVATION: activation,
  BOOTSTRAP_ANALYSIS: bootstrap,
  ANSWER_QUESTION: answerQuestion,
  DRAFT_PROMPT: promptDraft,
  REVISE_PROMPT: promptRevision,
  DRAFT_PLAN: planDraft,
  REVISE_PLAN: planRevision,
  INTERPRET_GATE_LINE: gateLine,
  INTERPRET_EXECUTION_INPUT: executionInput,
  EXECUTE: execution({ isReviewed: true, isVerified: false, isRepair: false }),
  REPAIR: execution({ isReviewed: true, isVerified: false, isRepair: true })
}

/**
 * What a model is told for an operation, and what it may reply.
 *
 * @param operation - the operation
 * @param instanceKind - of the run: without review, an attempt also says how it read the request
 * @param isVerified - whether programs decide on a result: then an attempt brings them along
 * @returns the version, the instructions, and the reply as JSON Schema and as decoder. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { operationSpec } from "@byhand/headless"
 * const { version, instructions, reply } = operationSpec("EXECUTE", "UNCONFIRMED")
 * console.log(version, instructions.split(".")[0], Object.keys(reply.jsonSchema)) // 2 Carry out a task [ 'anyOf' ]
 * ```
 */
export function operationSpec<O extends ModelOperation>(
  operation: O,
  instanceKind: RunState["instance_kind"] = "CONFIRMATION",
  isVerified = false
): OperationSpec<ReplyOf[O]> {
  if (operation !== "EXECUTE" && operation !== "REPAIR") return specs[operation]
  const isReviewed = instanceKind !== "UNCONFIRMED"
  return execution({ isReviewed, isVerified, isRepair: operation === "REPAIR" }) as OperationSpec<ReplyOf[O]>
}

import type { Reply, RunState } from "../protocol/state.ts"
import { decodeReply } from "../reply/decode-reply.ts"
import type { ReplyError } from "../reply/reply-error.ts"
import { afterAttempt, afterUnreadAttempt } from "./decide-attempt.ts"
import { afterAnswer, afterPlan, afterPrompt } from "./decide-drafts.ts"
import { afterExecutionInput, afterGateLine, afterUnreadInput } from "./decide-lines.ts"
import { afterActivation, afterBootstrap } from "./decide-opening.ts"
import { type Decision, unusable } from "./decision.ts"
import type { Mint } from "./mint.ts"
import type { ModelOperation } from "./operation-spec.ts"
import { operationSpec, type ReplyOf } from "./operation-specs.ts"

type After<O extends ModelOperation> = (
  state: RunState,
  reply: Reply,
  value: ReplyOf[O],
  mint: Mint
) => Decision

const after: { readonly [O in ModelOperation]: After<O> } = {
  ACTIVATION: (_state, reply, value) => afterActivation(reply, value),
  BOOTSTRAP_ANALYSIS: afterBootstrap,
  ANSWER_QUESTION: afterAnswer,
  DRAFT_PROMPT: afterPrompt,
  REVISE_PROMPT: afterPrompt,
  DRAFT_PLAN: afterPlan,
  REVISE_PLAN: afterPlan,
  INTERPRET_GATE_LINE: afterGateLine,
  INTERPRET_EXECUTION_INPUT: afterExecutionInput,
  EXECUTE: (_state, reply, value, mint) => afterAttempt(reply, value, mint),
  REPAIR: (_state, reply, value, mint) => afterAttempt(reply, value, mint)
}

/**
 * What follows from the reply that waits to be decided on. Nothing but the kinds and typed fields of a reply decides; no
 * wording is interpreted.
 *
 * @param state - the state of a turn whose next step is to decide
 * @param reply - the reply that waits: `state.undecided`
 * @param mint - ids for new events
 * @returns the events that happened; a retry with what the model is told; or the error that ends the run. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { decide, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const state = openTurn({ ...opened, request: "List the primes", review: "piped", max_repairs: null })
 * const call = { action_id: "A1", operation: "ACTIVATION", ordinal: 1, attempt: 1, cut_off: false } as const
 * const mint = { instance_id: "I-0123456789", change_id: "C-1", input_id: "X-1", sha256: (text: string) => text }
 * console.log(decide(state, { ...call, reply: '{"route":"BYPASS"}' }, mint)._tag) // Events
 * console.log(decide(state, { ...call, reply: "Let me see." }, mint)._tag) // Retry
 * ```
 */
export function decide(state: RunState, reply: Reply, mint: Mint): Decision {
  const { operation } = reply
  return operation === "BUDGET" || operation === "RUN_PROGRAM"
    ? { _tag: "Service" }
    : decideReply(operation, state, reply, mint)
}

function decideReply<O extends ModelOperation>(
  operation: O,
  state: RunState,
  reply: Reply,
  mint: Mint
): Decision {
  const decoded = decodeReply(operationSpec(operation, state.instance_kind, state.verified).reply, reply)
  return decoded._tag === "Decoded"
    ? after[operation](state, reply, decoded.value, mint)
    : afterUnread(operation, state, reply, decoded.error)
}

function afterUnread(operation: ModelOperation, state: RunState, reply: Reply, error: ReplyError): Decision {
  if (operation === "EXECUTE" || operation === "REPAIR") return afterUnreadAttempt(state, reply, error)
  if (operation === "INTERPRET_EXECUTION_INPUT") return afterUnreadInput(state, reply, error)
  return unusable(state, reply, error)
}

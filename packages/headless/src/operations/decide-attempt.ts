import type { JsonObject } from "@byhand/envelope"
import type { EventOf, RunEvent } from "../protocol/event.ts"
import type { Finding } from "../protocol/fields.ts"
import { repairLeft } from "../protocol/repairs.ts"
import type { Reply, RunState } from "../protocol/state.ts"
import { decodeReply } from "../reply/decode-reply.ts"
import { describeRequest } from "../reply/describe-request.ts"
import type { ReplyError } from "../reply/reply-error.ts"
import { type Decision, happened } from "./decision.ts"
import type { ExecutionReply } from "./execute.ts"
import type { Mint } from "./mint.ts"
import { operationSpec } from "./operation-specs.ts"

/** What a verifier says of an attempt. */
export type Verdict =
  /** Every check has passed, and none rests on a claim that the host cannot check. */
  | { readonly _tag: "Established"; readonly verification: JsonObject }
  /** Nothing is wrong with it, and it rests on a claim that the host cannot check. */
  | {
      readonly _tag: "Unestablished"
      readonly reason: EventOf<"CLOSED_UNVERIFIED">["reason"]
      readonly note: string
      readonly verification: JsonObject
    }
  | {
      readonly _tag: "Failed"
      readonly findings: readonly Finding[]
      /** False when a program should have run and none did: one such attempt costs no repair. */
      readonly measured: boolean
    }

export function afterAttempt(reply: Reply, value: ExecutionReply, mint: Mint): Decision {
  const { action_id, operation } = reply
  switch (value.kind) {
    case "RESULT":
      return happened({ kind: "CANDIDATE_PROPOSED", action_id })
    case "BLOCKED_BY_HIGHER_PRIORITY":
      return happened({
        kind: "PROTOCOL_BLOCKED",
        action_id,
        operation,
        blocking_basis: null,
        text: value.body
      })
    default:
      return happened(inputRequested(action_id, value, mint))
  }
}

function inputRequested(
  action_id: string,
  value: Extract<ExecutionReply, { readonly kind: "REQUEST_INPUT" }>,
  { input_id }: Mint
): RunEvent {
  const { body, expected_type, description = "" } = value
  return {
    kind: "INPUT_REQUESTED",
    action_id,
    input_id,
    body,
    expected_type,
    description: /\S/u.test(description) ? description : describeRequest(body),
    ...readingOf(value)
  }
}

/** An attempt that cannot be read has failed, and uses a repair like any other. */
export function afterUnreadAttempt(state: RunState, { action_id }: Reply, error: ReplyError): Decision {
  const code = error.reason === "cut_off" ? "OUTPUT_LIMIT_REACHED" : "OUTPUT_MALFORMED"
  return happened(afterFindings(state, action_id, [{ code, message: error.message }], true, null))
}

/**
 * What follows from the verifier's verdict on the attempt that is verified.
 *
 * @param state - the state of a turn whose next step is to verify
 * @param verdict - what the verifier says
 * @param mint - ids for new events
 * @returns the event that closes the run, or that asks for a repair
 * @throws Error when no attempt is being verified
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { decideVerdict, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const state = openTurn({ ...opened, request: "List the primes", review: "none", max_repairs: null })
 * const mint = { instance_id: "I-0123456789", change_id: "C-1", input_id: "X-1", sha256: (text: string) => text }
 * try {
 *   decideVerdict(state, { _tag: "Established", verification: {} }, mint)
 * } catch (error) {
 *   console.log((error as Error).message) // No attempt is being verified.
 * }
 * ```
 */
export function decideVerdict(
  state: RunState,
  verdict: Verdict,
  mint: Mint
): Decision & { readonly _tag: "Events" } {
  const { action_id, result } = candidateOf(state)
  if (verdict._tag === "Failed") {
    const { findings, measured } = verdict
    return { _tag: "Events", events: [afterFindings(state, action_id, findings, measured, result.body)] }
  }
  const closing = {
    action_id,
    result_id: `${state.instance_id}-X${state.result_highwater + 1}`,
    deliverable: result.body,
    deliverable_sha256: mint.sha256(result.body),
    source_prompt_id: state.prompt?.artifact_id ?? null,
    source_plan_id: state.plan?.artifact_id ?? null,
    ...readingOf(result),
    verification: verdict.verification
  }
  if (verdict._tag === "Established")
    return { _tag: "Events", events: [{ kind: "CLOSED_SUCCESS", ...closing }] }
  const { reason, note } = verdict
  return { _tag: "Events", events: [{ kind: "CLOSED_UNVERIFIED", ...closing, reason, note }] }
}

/** The result that is being verified, as the model gave it. */
export type CandidateResult = Extract<ExecutionReply, { readonly kind: "RESULT" }>

/**
 * The attempt that is being verified.
 *
 * @param state - the state of a turn whose next step is to verify
 * @returns the id of its call, and the result that it proposes
 * @throws Error when no attempt is being verified
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { candidateOf, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * try {
 *   candidateOf(openTurn({ ...opened, request: "List the primes", review: "none", max_repairs: null }))
 * } catch (error) {
 *   console.log((error as Error).message) // No attempt is being verified.
 * }
 * ```
 */
export function candidateOf({ execution, instance_kind, verified }: RunState): {
  readonly action_id: string
  readonly result: CandidateResult
} {
  const { candidate } = execution
  if (candidate !== null) {
    const decoded = decodeReply(operationSpec("EXECUTE", instance_kind, verified).reply, candidate)
    if (decoded._tag === "Decoded" && decoded.value.kind === "RESULT")
      return { action_id: candidate.action_id, result: decoded.value }
  }
  throw new Error("No attempt is being verified.")
}

function readingOf(value: ExecutionReply): { interpretation: string | null; approach: string | null } {
  return {
    interpretation: ("interpretation" in value ? value.interpretation : null) ?? null,
    approach: ("approach" in value ? value.approach : null) ?? null
  }
}

function afterFindings(
  state: RunState,
  action_id: string,
  findings: readonly Finding[],
  measured: boolean,
  candidate: string | null
): RunEvent {
  const repair = repairLeft(state, measured)
  return repair === null
    ? { kind: "VERIFICATION_FAILED", action_id, findings, candidate }
    : { kind: "VERIFICATION_REPAIR", action_id, findings, counted: repair === "counted" }
}

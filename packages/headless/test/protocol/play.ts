import { createHash } from "node:crypto"
import { nextOrdinal } from "../../src/protocol/due.ts"
import type { EventKind, EventOf, RunEvent } from "../../src/protocol/event.ts"
import { type Operation, operationNames, operations } from "../../src/protocol/operation.ts"
import { openTurn, type RunState } from "../../src/protocol/state.ts"
import { transition } from "../../src/protocol/transition.ts"

const hashes = new Map<string, string>()

export function sha256(text: string): string {
  const hash = hashes.get(text) ?? createHash("sha256").update(text).digest("hex")
  hashes.set(text, hash)
  return hash
}

/** A turn that was just opened. */
export function opened(review: "piped" | "none" = "piped", max_repairs: number | null = null): RunState {
  return openTurn({
    kind: "TURN_OPENED",
    turn_id: "turn_001",
    workspace_id: "W-0123456789ab",
    previous: null,
    request: "List the primes below 20",
    review,
    max_repairs
  })
}

/** The state after events that must all be possible. */
export function play(state: RunState, ...events: readonly RunEvent[]): RunState {
  return events.reduce((before, event) => {
    const moved = transition(before, event)
    if (moved._tag === "Illegal") throw new Error(moved.error.message)
    return moved.state
  }, state)
}

const noTokens = { input_tokens: null, output_tokens: null }

export function started(state: RunState, operation: Operation): EventOf<"EFFECT_STARTED"> {
  const ordinal = nextOrdinal(state, operation)
  const attempt = state.undecided?.operation === operation ? state.undecided.attempt + 1 : 1
  const { effect } = operations[operation]
  return { kind: "EFFECT_STARTED", action_id: `${operation}-${ordinal}`, effect, operation, ordinal, attempt }
}

/** The state after a call that was replied to. */
export function called(state: RunState, operation: Operation, reply = "{}", cut_off = false): RunState {
  const start = started(state, operation)
  const { action_id } = start
  return play(state, start, {
    kind: "EFFECT_FINISHED",
    action_id,
    status: "replied",
    reply,
    cut_off,
    ...noTokens
  })
}

/**
 * Every event of a kind that fits a state: its ids are the ones that come next, or that are current. Where the state has
 * none, a name that fits nothing stands in.
 */
export function eventsOf<K extends EventKind>(kind: K, state: RunState): readonly EventOf<K>[] {
  return makers[kind](state) as unknown as readonly EventOf<K>[]
}

const text = "as the person said"
const makers: { readonly [K in EventKind]: (state: RunState) => readonly EventOf<K>[] } = {
  ACTIVATION_ROUTED: (s) =>
    (["APPLY_PROTOCOL", "PROTOCOL_DISCUSSION", "BYPASS"] as const).map((route) => ({
      kind: "ACTIVATION_ROUTED",
      action_id: s.undecided?.action_id ?? null,
      route
    })),
  BUDGET_ROUTED: (s) =>
    (["MINIMAL", "HEAVY_COMPUTE"] as const).map((tier) => ({
      kind: "BUDGET_ROUTED",
      action_id: s.undecided?.action_id ?? null,
      tier
    })),
  BOOTSTRAP_ANALYZED: (s) => [
    {
      kind: "BOOTSTRAP_ANALYZED",
      action_id: decided(s),
      analysis: { task: "t", deliverable: "d", constraints: [], missing_information: [] }
    }
  ],
  PROTOCOL_REFUSED: (s) =>
    (["activation", "budget", "bootstrap", "prompt_draft"] as const).map((phase) => ({
      kind: "PROTOCOL_REFUSED",
      action_id: s.undecided?.action_id ?? null,
      phase,
      verdict: "REFUSAL",
      blocking_basis: "POLICY_SCOPE",
      text: "No.",
      p_beyond_largest_budget: null,
      largest_step_budget: null
    })),
  DIRECT_ANSWER_GIVEN: (s) => [{ kind: "DIRECT_ANSWER_GIVEN", action_id: decided(s), text: "42" }],
  PROTOCOL_BOUND: () => [{ kind: "PROTOCOL_BOUND", instance_id: "I-0123456789" }],
  ACCEPT_CURRENT: (s) => {
    const { artifact_id, body_sha256 } = shown(s)
    return said(s).map((by) => ({ kind: "ACCEPT_CURRENT", ...by, artifact_id, body_sha256 }))
  },
  REVISE_TASK: (s) =>
    said(s).flatMap((by) =>
      [true, false].map((also_changes_approach) => ({
        kind: "REVISE_TASK",
        ...by,
        source: text,
        change_id: "C-1",
        also_changes_approach
      }))
    ),
  REVISE_APPROACH: (s) =>
    said(s).map((by) => ({ kind: "REVISE_APPROACH", ...by, source: text, change_id: "C-1" })),
  SUPPLY_EXECUTION_INPUT: (s) =>
    said(s).map((by) => ({
      kind: "SUPPLY_EXECUTION_INPUT",
      ...by,
      source: text,
      input_id: s.pending_input?.input_id ?? "none",
      defaulted: by.interpretation !== null
    })),
  NEW_TASK: (s) => said(s).map((by) => ({ kind: "NEW_TASK", ...by, source: text })),
  CANCEL: (s) => said(s).map((by) => ({ kind: "CANCEL", ...by })),
  UNRESOLVED: (s) => said(s).map((by) => ({ kind: "UNRESOLVED", ...by })),
  PROTOCOL_DISCUSSION: (s) => said(s).map((by) => ({ kind: "PROTOCOL_DISCUSSION", ...by, source: text })),
  SUBSTANTIVE_DISCUSSION: (s) =>
    said(s).map((by) => ({ kind: "SUBSTANTIVE_DISCUSSION", ...by, source: text })),
  EFFECT_STARTED: (s) => operationNames.map((operation) => started(s, operation)),
  EFFECT_FINISHED: (s) =>
    (["replied", "failed"] as const).map((status) => ({
      kind: "EFFECT_FINISHED",
      action_id: inFlight(s),
      status,
      reply: "{}",
      cut_off: false,
      ...noTokens
    })),
  EFFECT_INTERRUPTED: (s) => [{ kind: "EFFECT_INTERRUPTED", action_id: inFlight(s), signal: "SIGINT" }],
  EFFECT_REDONE: (s) => [{ kind: "EFFECT_REDONE", action_id: inFlight(s), by: "argument" }],
  EFFECT_ABANDONED: (s) => [{ kind: "EFFECT_ABANDONED", action_id: inFlight(s), by: "argument" }],
  PROMPT_PUBLISHED: (s) =>
    (["NONE", "CARRY_SOURCE_TO_PLAN"] as const).map((approach_handoff) => ({
      kind: "PROMPT_PUBLISHED",
      action_id: decided(s),
      artifact_id: `${s.instance_id}-P${s.prompt_highwater + 1}`,
      body: `prompt ${s.prompt_highwater + 1}`,
      body_sha256: sha256(`prompt ${s.prompt_highwater + 1}`),
      approach_handoff
    })),
  PLAN_PUBLISHED: (s) => [
    {
      kind: "PLAN_PUBLISHED",
      action_id: decided(s),
      artifact_id: `${s.instance_id}-R${s.plan_highwater + 1}`,
      body: `plan ${s.plan_highwater + 1}`,
      body_sha256: sha256(`plan ${s.plan_highwater + 1}`),
      source_prompt_id: s.prompt?.artifact_id ?? "none"
    }
  ],
  LINE_TAKEN: () => [{ kind: "LINE_TAKEN", text, by: "stdin" }],
  QUESTION_ANSWERED: (s) => [{ kind: "QUESTION_ANSWERED", action_id: decided(s), text: "It is so." }],
  INPUT_REQUESTED: (s) => [
    {
      kind: "INPUT_REQUESTED",
      action_id: decided(s),
      input_id: "X-1",
      body: "Which file?",
      expected_type: "a path",
      description: "Which file?",
      interpretation: null,
      approach: null
    }
  ],
  CANDIDATE_PROPOSED: (s) => [{ kind: "CANDIDATE_PROPOSED", action_id: decided(s) }],
  VERIFICATION_REPAIR: (s) =>
    [true, false].map((counted) => ({
      kind: "VERIFICATION_REPAIR",
      action_id: attempted(s),
      findings: [{ code: "WRONG", message: "7 is missing" }],
      counted
    })),
  VERIFICATION_FAILED: (s) => [
    {
      kind: "VERIFICATION_FAILED",
      action_id: attempted(s),
      findings: [{ code: "WRONG", message: "7 is missing" }],
      candidate: null
    }
  ],
  HARNESS_FAILED: () => [
    { kind: "HARNESS_FAILED", code: "OUTPUT_MALFORMED", operation: null, message: "not JSON" }
  ],
  TURN_INTERRUPTED: () => [{ kind: "TURN_INTERRUPTED", signal: "SIGTERM" }],
  SESSION_RESTORED: () => [{ kind: "SESSION_RESTORED" }],
  SESSION_CANCELLED: () => [{ kind: "SESSION_CANCELLED", by: "argument" }],
  PROTOCOL_BLOCKED: (s) => [
    {
      kind: "PROTOCOL_BLOCKED",
      action_id: decided(s),
      operation: s.undecided?.operation ?? "EXECUTE",
      blocking_basis: null,
      text: "No."
    }
  ],
  CLOSED_SUCCESS: (s) => [{ kind: "CLOSED_SUCCESS", ...resultOf(s) }],
  CLOSED_UNVERIFIED: (s) => [
    { kind: "CLOSED_UNVERIFIED", ...resultOf(s), reason: "NEGATIVE_DECLARED", note: "Nobody can check it." }
  ]
}

/** The one event of a kind that fits a state, the host's own words before an interpreter's. */
export function eventOf<K extends EventKind>(kind: K, state: RunState): EventOf<K> {
  const event = eventsOf(kind, state)[0]
  if (event === undefined) throw new Error(`No event ${kind} was made.`)
  return event
}

function decided({ undecided }: RunState): string {
  return undecided?.action_id ?? "none"
}

function inFlight({ in_flight }: RunState): string {
  return in_flight?.action_id ?? "none"
}

function attempted({ execution, undecided }: RunState): string {
  return execution.candidate?.action_id ?? undecided?.action_id ?? "none"
}

function shown({ stage, prompt, plan }: RunState): { artifact_id: string; body_sha256: string } {
  const artifact = stage === "PLAN_REVIEW" ? plan : prompt
  return artifact ?? { artifact_id: "none", body_sha256: sha256("") }
}

function said({ undecided }: RunState): readonly { by: "stdin"; interpretation: string | null }[] {
  const plain = { by: "stdin", interpretation: null } as const
  return undecided === null ? [plain] : [plain, { by: "stdin", interpretation: undecided.action_id }]
}

function resultOf(state: RunState) {
  return {
    action_id: state.execution.candidate?.action_id ?? "none",
    result_id: `${state.instance_id}-X${state.result_highwater + 1}`,
    deliverable: "2 3 5 7 11 13 17 19",
    deliverable_sha256: sha256("2 3 5 7 11 13 17 19"),
    source_prompt_id: state.prompt?.artifact_id ?? null,
    source_plan_id: state.plan?.artifact_id ?? null,
    interpretation: null,
    approach: null,
    verification: {}
  }
}

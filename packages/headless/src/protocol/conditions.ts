import { canExecute, dueOperation, nextOrdinal, wireAttempts } from "./due.ts"
import type { EventOf, Intent } from "./event.ts"
import type { IllegalReason } from "./illegal-event.ts"
import { type Operation, operations } from "./operation.ts"
import { mayRepairUncounted, repairsAllowed } from "./repairs.ts"
import type { RunState } from "./state.ts"

type Verdict = IllegalReason | null
type Deciding = { readonly action_id: string | null }

function unless(holds: boolean, reason: IllegalReason): Verdict {
  return holds ? null : reason
}

function repliedTo(state: RunState, { action_id }: Deciding, ...allowed: readonly Operation[]): Verdict {
  const { undecided } = state
  return unless(
    undecided !== null && undecided.action_id === action_id && allowed.includes(undecided.operation),
    "reply"
  )
}

/** A service that asks no model decides without a reply. */
function repliedToOrNone(state: RunState, event: Deciding, operation: Operation): Verdict {
  return event.action_id === null
    ? unless(state.undecided === null, "reply")
    : repliedTo(state, event, operation)
}

/** What a row of the table may require, by name: null when it holds, else the reason why the event is not possible. */
export const conditions = {
  idle: (state: RunState) => unless(state.in_flight === null, "effect_in_flight"),
  inFlight: (state: RunState) => unless(state.in_flight !== null, "no_effect_in_flight"),
  itsEffect: (state: RunState, event: { readonly action_id: string }) =>
    unless(state.in_flight?.action_id === event.action_id, "no_effect_in_flight"),
  due: (state: RunState, event: EventOf<"EFFECT_STARTED">) => {
    const { operation, ordinal, attempt } = event
    const again = state.undecided?.operation === operation ? state.undecided.attempt : 0
    if (again === 0 && operation !== dueOperation(state)) return "operation"
    if (attempt !== again + 1 || attempt > wireAttempts(state, operation)) return "attempt"
    if (ordinal !== nextOrdinal(state, operation)) return "ordinal"
    return unless(event.effect === operations[operation].effect, "effect")
  },

  notRouted: (state: RunState, event: Deciding) =>
    state.route === null ? repliedToOrNone(state, event, "ACTIVATION") : "opening_order",
  noBudget: (state: RunState, event: Deciding) =>
    state.route === "APPLY_PROTOCOL" && state.tier === null
      ? repliedToOrNone(state, event, "BUDGET")
      : "opening_order",
  notAnalyzed: (state: RunState, event: Deciding) =>
    state.tier !== null && state.analysis === null
      ? repliedTo(state, event, "BOOTSTRAP_ANALYSIS")
      : "opening_order",
  refusalPhase: (state: RunState, event: EventOf<"PROTOCOL_REFUSED">) => refusalPhase(state, event),
  routedPast: (state: RunState, event: Deciding) =>
    state.route === "BYPASS" || state.route === "PROTOCOL_DISCUSSION"
      ? repliedTo(state, event, "ANSWER_QUESTION")
      : "direct_route",
  drafted: (state: RunState) =>
    unless(
      state.analysis !== null && state.review === "piped" && state.undecided?.operation === "DRAFT_PROMPT",
      "opening_order"
    ),
  analyzedWithoutReview: (state: RunState) =>
    unless(state.analysis !== null && state.review === "none", "opening_order"),

  nextPrompt: (state: RunState, event: EventOf<"PROMPT_PUBLISHED">) =>
    unless(event.artifact_id === `${state.instance_id}-P${state.prompt_highwater + 1}`, "artifact_id"),
  nextPlan: (state: RunState, event: EventOf<"PLAN_PUBLISHED">) =>
    unless(event.artifact_id === `${state.instance_id}-R${state.plan_highwater + 1}`, "artifact_id"),
  ofThePrompt: (state: RunState, event: EventOf<"PLAN_PUBLISHED">) =>
    unless(
      state.prompt?.confirmed === true && state.prompt.artifact_id === event.source_prompt_id,
      "plan_source"
    ),
  promptDrafted: (state: RunState, event: Deciding) => repliedTo(state, event, "DRAFT_PROMPT"),
  promptRevised: (state: RunState, event: Deciding) => repliedTo(state, event, "REVISE_PROMPT"),
  planDrafted: (state: RunState, event: Deciding) => repliedTo(state, event, "DRAFT_PLAN"),
  planRevised: (state: RunState, event: Deciding) => repliedTo(state, event, "REVISE_PLAN"),
  taskChangePending: (state: RunState) =>
    unless(state.pending_change?.changes_task === true, "no_change_pending"),
  approachChangePending: (state: RunState) =>
    unless(state.pending_change?.changes_task === false, "no_change_pending"),

  settled: (state: RunState) => unless(state.pending_change === null, "change_pending"),
  noLine: (state: RunState) =>
    unless(state.pending_line === null && state.pending_question === null, "line_pending"),
  hasSource: (_state: RunState, event: { readonly source: string }) =>
    unless(/\S/u.test(event.source), "semantic_source"),
  // What an interpreter has read is decided on by naming its reply; no other reply stands for a decision.
  interpreted: (state: RunState, event: Intent) =>
    event.interpretation === null
      ? unless(state.undecided === null, "interpretation")
      : unless(
          repliedTo(
            state,
            { action_id: event.interpretation },
            "INTERPRET_GATE_LINE",
            "INTERPRET_EXECUTION_INPUT"
          ) === null,
          "interpretation"
        ),
  currentPrompt: (state: RunState, event: EventOf<"ACCEPT_CURRENT">) =>
    unless(shows(state.prompt, event), "not_current"),
  currentPlan: (state: RunState, event: EventOf<"ACCEPT_CURRENT">) =>
    unless(shows(state.plan, event), "not_current"),
  requestedInput: (state: RunState, event: EventOf<"SUPPLY_EXECUTION_INPUT">) =>
    unless(state.pending_input?.input_id === event.input_id, "input_id"),
  reviewed: (state: RunState) => unless(state.instance_kind === "CONFIRMATION", "event_stage"),
  unreviewed: (state: RunState) => unless(state.instance_kind === "UNCONFIRMED", "event_stage"),
  answered: (state: RunState, event: Deciding) =>
    state.pending_question === null ? "no_question" : repliedTo(state, event, "ANSWER_QUESTION"),

  executable: (state: RunState) => unless(canExecute(state), "not_executable"),
  executed: (state: RunState, event: Deciding) => repliedTo(state, event, "EXECUTE", "REPAIR"),
  attempted: (state: RunState, event: Deciding) =>
    state.execution.candidate === null
      ? repliedTo(state, event, "EXECUTE", "REPAIR")
      : unless(state.execution.candidate.action_id === event.action_id, "candidate"),
  candidate: (state: RunState, event: Deciding) =>
    unless(state.execution.candidate?.action_id === event.action_id, "candidate"),
  repairLeft: (state: RunState, event: EventOf<"VERIFICATION_REPAIR">) =>
    unless(
      event.counted ? state.execution.repairs_used < repairsAllowed(state) : mayRepairUncounted(state),
      "repairs_spent"
    ),
  nextResult: (state: RunState, event: { readonly result_id: string }) =>
    unless(event.result_id === `${state.instance_id}-X${state.result_highwater + 1}`, "artifact_id"),
  resultSource: (state: RunState, event: EventOf<"CLOSED_SUCCESS" | "CLOSED_UNVERIFIED">) =>
    unless(
      event.source_prompt_id === (state.prompt?.artifact_id ?? null) &&
        event.source_plan_id === (state.plan?.artifact_id ?? null),
      "result_source"
    ),
  blockedOperation: (state: RunState, event: EventOf<"PROTOCOL_BLOCKED">) =>
    repliedTo(state, event, event.operation)
} satisfies Readonly<Record<string, (state: RunState, event: never) => Verdict>>

function shows(
  artifact: RunState["prompt"],
  { artifact_id, body_sha256 }: EventOf<"ACCEPT_CURRENT">
): boolean {
  return artifact?.artifact_id === artifact_id && artifact.body_sha256 === body_sha256
}

function refusalPhase(state: RunState, event: EventOf<"PROTOCOL_REFUSED">): Verdict {
  switch (event.phase) {
    case "activation":
      return conditions.notRouted(state, event) === null ? null : "refusal_phase"
    case "budget":
      return conditions.noBudget(state, event) === null ? null : "refusal_phase"
    case "bootstrap":
      return conditions.notAnalyzed(state, event) === null ? null : "refusal_phase"
    default:
      return repliedTo(state, event, "DRAFT_PROMPT") === null ? null : "refusal_phase"
  }
}

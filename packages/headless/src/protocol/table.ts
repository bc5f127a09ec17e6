import type { conditions } from "./conditions.ts"
import type { EventKind, EventOf } from "./event.ts"
import type { Place, Stage } from "./stage.ts"
import type { RunState } from "./state.ts"
import type { Draft, updates } from "./updates.ts"

type ConditionFor<K extends EventKind> = {
  [Name in keyof typeof conditions]: (typeof conditions)[Name] extends (
    state: RunState,
    event: EventOf<K>
  ) => unknown
    ? Name
    : never
}[keyof typeof conditions]

type UpdateFor<K extends EventKind> = {
  [Name in keyof typeof updates]: (typeof updates)[Name] extends (next: Draft, event: EventOf<K>) => void
    ? Name
    : never
}[keyof typeof updates]

interface Row<K extends EventKind> {
  readonly from: readonly Place[]
  readonly on: K
  /** Conditions by name. The first row whose conditions all hold is the one that is taken. */
  readonly when: readonly ConditionFor<K>[]
  /** "SAME": the stage is kept. "BEFORE": the stage before the outcome became uncertain. */
  readonly to: Stage | "SAME" | "BEFORE"
  /** An update by name. */
  readonly does: UpdateFor<K>
}

/** One row of the transition table. */
export type TransitionRow = { readonly [K in EventKind]: Row<K> }[EventKind]

const gates = ["PROMPT_REVIEW", "PLAN_REVIEW"] as const
const decisions = [...gates, "WAITING_INPUT"] as const
const bound = ["PROMPT_REQUIRED", ...gates, "PLAN_REQUIRED", "EXECUTION_READY", "WAITING_INPUT"] as const
const working = ["NO_CONTROLLER", ...bound] as const
const open = [...working, "OUTCOME_UNCERTAIN"] as const
const decision = ["idle", "settled", "interpreted"] as const
const message = [...decision, "hasSource"] as const
const result = ["executable", "candidate", "nextResult", "resultSource"] as const

/**
 * Every way in which a turn can move, as data: from where, on which event, under which conditions, to where, and what else
 * changes. What no row allows is not possible. Closed stages have no row.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { transitions } from "@byhand/headless"
 * const rows = transitions.filter(({ on }) => on === "CLOSED_SUCCESS")
 * console.log(rows.map(({ from, to }) => `${from} -> ${to}`).join()) // EXECUTION_READY -> CLOSED_SUCCESS
 * ```
 */
export const transitions: readonly TransitionRow[] = Object.freeze<TransitionRow[]>([
  // Before a controller exists.
  {
    from: ["NO_CONTROLLER"],
    on: "ACTIVATION_ROUTED",
    when: ["idle", "notRouted"],
    to: "SAME",
    does: "route"
  },
  { from: ["NO_CONTROLLER"], on: "BUDGET_ROUTED", when: ["idle", "noBudget"], to: "SAME", does: "budget" },
  {
    from: ["NO_CONTROLLER"],
    on: "BOOTSTRAP_ANALYZED",
    when: ["idle", "notAnalyzed"],
    to: "SAME",
    does: "analyze"
  },
  {
    from: ["NO_CONTROLLER"],
    on: "PROTOCOL_REFUSED",
    when: ["idle", "refusalPhase"],
    to: "SAME",
    does: "close"
  },
  {
    from: ["NO_CONTROLLER"],
    on: "DIRECT_ANSWER_GIVEN",
    when: ["idle", "routedPast"],
    to: "SAME",
    does: "close"
  },
  {
    from: ["NO_CONTROLLER"],
    on: "PROTOCOL_BOUND",
    when: ["idle", "drafted"],
    to: "PROMPT_REQUIRED",
    does: "bind"
  },
  {
    from: ["NO_CONTROLLER"],
    on: "PROTOCOL_BOUND",
    when: ["idle", "analyzedWithoutReview"],
    to: "EXECUTION_READY",
    does: "bind"
  },

  // The prompt and its gate.
  {
    from: ["PROMPT_REQUIRED"],
    on: "PROMPT_PUBLISHED",
    when: ["idle", "promptDrafted", "nextPrompt"],
    to: "PROMPT_REVIEW",
    does: "publishPrompt"
  },
  {
    from: ["PROMPT_REVIEW"],
    on: "ACCEPT_CURRENT",
    when: [...decision, "currentPrompt"],
    to: "PLAN_REQUIRED",
    does: "confirmPrompt"
  },
  { from: ["PROMPT_REVIEW"], on: "REVISE_APPROACH", when: message, to: "SAME", does: "noteApproach" },

  // The plan and its gate.
  {
    from: ["PLAN_REQUIRED"],
    on: "PLAN_PUBLISHED",
    when: ["idle", "planDrafted", "ofThePrompt", "nextPlan"],
    to: "PLAN_REVIEW",
    does: "publishPlan"
  },
  {
    from: ["PLAN_REVIEW"],
    on: "ACCEPT_CURRENT",
    when: [...decision, "currentPlan"],
    to: "EXECUTION_READY",
    does: "confirmPlan"
  },
  { from: ["PLAN_REVIEW"], on: "REVISE_APPROACH", when: message, to: "SAME", does: "proposeApproachChange" },
  {
    from: ["PLAN_REVIEW"],
    on: "PLAN_PUBLISHED",
    when: ["idle", "approachChangePending", "planRevised", "ofThePrompt", "nextPlan"],
    to: "PLAN_REVIEW",
    does: "publishPlan"
  },

  // What can be decided at either gate, and while input is waited for.
  { from: gates, on: "REVISE_TASK", when: message, to: "SAME", does: "proposeTaskChange" },
  {
    from: ["WAITING_INPUT"],
    on: "REVISE_TASK",
    when: [...message, "reviewed"],
    to: "SAME",
    does: "proposeTaskChange"
  },
  {
    from: ["WAITING_INPUT"],
    on: "REVISE_TASK",
    when: [...message, "unreviewed"],
    to: "EXECUTION_READY",
    does: "changeRequest"
  },
  {
    from: decisions,
    on: "PROMPT_PUBLISHED",
    when: ["idle", "taskChangePending", "promptRevised", "nextPrompt"],
    to: "PROMPT_REVIEW",
    does: "publishPrompt"
  },
  { from: gates, on: "PROTOCOL_DISCUSSION", when: message, to: "SAME", does: "askQuestion" },
  { from: gates, on: "QUESTION_ANSWERED", when: ["idle", "answered"], to: "SAME", does: "answerQuestion" },
  { from: gates, on: "SUBSTANTIVE_DISCUSSION", when: message, to: "SAME", does: "settleLine" },
  { from: decisions, on: "UNRESOLVED", when: decision, to: "SAME", does: "settleLine" },
  { from: decisions, on: "LINE_TAKEN", when: ["idle", "settled", "noLine"], to: "SAME", does: "takeLine" },
  { from: decisions, on: "CANCEL", when: ["idle", "interpreted"], to: "CLOSED_CANCELLED", does: "close" },
  {
    from: decisions,
    on: "NEW_TASK",
    when: ["idle", "interpreted", "hasSource"],
    to: "CLOSED_CANCELLED",
    does: "close"
  },
  {
    from: ["WAITING_INPUT"],
    on: "SUPPLY_EXECUTION_INPUT",
    when: [...message, "requestedInput"],
    to: "EXECUTION_READY",
    does: "supplyInput"
  },

  // Carrying out the task, verifying it, and repairing it.
  {
    from: ["EXECUTION_READY"],
    on: "INPUT_REQUESTED",
    when: ["executable", "executed"],
    to: "WAITING_INPUT",
    does: "requestInput"
  },
  {
    from: ["EXECUTION_READY"],
    on: "CANDIDATE_PROPOSED",
    when: ["executable", "executed"],
    to: "SAME",
    does: "propose"
  },
  {
    from: ["EXECUTION_READY"],
    on: "VERIFICATION_REPAIR",
    when: ["executable", "attempted", "repairLeft"],
    to: "SAME",
    does: "repair"
  },
  {
    from: ["EXECUTION_READY"],
    on: "VERIFICATION_FAILED",
    when: ["executable", "attempted"],
    to: "CLOSED_CANCELLED",
    does: "close"
  },
  {
    from: ["EXECUTION_READY"],
    on: "CLOSED_SUCCESS",
    when: result,
    to: "CLOSED_SUCCESS",
    does: "closeWithResult"
  },
  {
    from: ["EXECUTION_READY"],
    on: "CLOSED_UNVERIFIED",
    when: result,
    to: "CLOSED_UNVERIFIED",
    does: "closeWithResult"
  },
  {
    from: bound,
    on: "PROTOCOL_BLOCKED",
    when: ["idle", "blockedOperation"],
    to: "CLOSED_CANCELLED",
    does: "close"
  },

  // Calls, their uncertain ends, and what can stop a run from outside.
  { from: working, on: "EFFECT_STARTED", when: ["idle", "due"], to: "SAME", does: "startEffect" },
  { from: working, on: "EFFECT_FINISHED", when: ["itsEffect"], to: "SAME", does: "finishEffect" },
  { from: working, on: "EFFECT_INTERRUPTED", when: ["itsEffect"], to: "SAME", does: "forgetEffect" },
  { from: working, on: "SESSION_RESTORED", when: ["inFlight"], to: "OUTCOME_UNCERTAIN", does: "loseEffect" },
  { from: open, on: "SESSION_RESTORED", when: [], to: "SAME", does: "nothing" },
  { from: ["OUTCOME_UNCERTAIN"], on: "EFFECT_REDONE", when: ["itsEffect"], to: "BEFORE", does: "redoEffect" },
  {
    from: ["OUTCOME_UNCERTAIN"],
    on: "EFFECT_ABANDONED",
    when: ["itsEffect"],
    to: "CLOSED_CANCELLED",
    does: "close"
  },
  { from: working, on: "HARNESS_FAILED", when: ["idle"], to: "SAME", does: "dropStep" },
  { from: working, on: "TURN_INTERRUPTED", when: ["idle"], to: "SAME", does: "nothing" },
  { from: working, on: "SESSION_CANCELLED", when: ["idle"], to: "CLOSED_CANCELLED", does: "close" }
])

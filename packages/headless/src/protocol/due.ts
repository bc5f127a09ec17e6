import type { Operation } from "./operation.ts"
import { operations } from "./operation.ts"
import { repairsAllowed } from "./repairs.ts"
import { isClosed, type RunState } from "./state.ts"

/**
 * Whether the task may be carried out: everything that had to be confirmed is, and nothing is pending or in flight.
 *
 * @param state - the state of a turn
 * @returns true only at EXECUTION_READY, with a confirmed prompt and a confirmed plan that is bound to it, or in a run that
 * was opened without review. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { canExecute, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * console.log(canExecute(openTurn({ ...opened, request: "List primes", review: "none", max_repairs: 0 }))) // false
 * ```
 */
export function canExecute(state: RunState): boolean {
  return (
    state.stage === "EXECUTION_READY" &&
    state.pending_input === null &&
    state.in_flight === null &&
    (state.instance_kind === "UNCONFIRMED" || everythingConfirmed(state))
  )
}

function everythingConfirmed({ instance_kind, prompt, plan }: RunState): boolean {
  if (instance_kind !== "CONFIRMATION" || prompt === null || plan === null) return false
  return prompt.confirmed && plan.confirmed && plan.source_prompt_id === prompt.artifact_id
}

/**
 * The one operation that a run needs next.
 *
 * @param state - the state of a turn
 * @returns the operation; null when the turn is closed, waits for a line or an answer, or has a reply to be decided on. It
 * never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { dueOperation, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * console.log(dueOperation(openTurn({ ...opened, request: "List primes", review: "none", max_repairs: null }))) // ACTIVATION
 * ```
 */
export function dueOperation(state: RunState): Operation | null {
  if (isClosed(state) || state.in_flight !== null || state.undecided !== null) return null
  switch (state.stage) {
    case null:
      return dueBeforeController(state)
    case "PROMPT_REQUIRED":
      return "DRAFT_PROMPT"
    case "PLAN_REQUIRED":
      return "DRAFT_PLAN"
    case "PROMPT_REVIEW":
    case "PLAN_REVIEW":
      return dueAtGate(state)
    case "WAITING_INPUT":
      if (state.pending_change !== null) return "REVISE_PROMPT"
      return state.pending_line === null ? null : "INTERPRET_EXECUTION_INPUT"
    case "EXECUTION_READY":
      if (!canExecute(state)) return null
      if (state.execution.candidate !== null) return "RUN_PROGRAM"
      return state.execution.findings === null ? "EXECUTE" : "REPAIR"
    default:
      return null
  }
}

function dueBeforeController({ route, tier, analysis, review }: RunState): Operation | null {
  if (route === null) return "ACTIVATION"
  if (route !== "APPLY_PROTOCOL") return "ANSWER_QUESTION"
  if (tier === null) return "BUDGET"
  if (analysis === null) return "BOOTSTRAP_ANALYSIS"
  return review === "piped" ? "DRAFT_PROMPT" : null
}

function dueAtGate({ pending_change, pending_question, pending_line }: RunState): Operation | null {
  if (pending_change !== null) return pending_change.changes_task ? "REVISE_PROMPT" : "REVISE_PLAN"
  if (pending_question !== null) return "ANSWER_QUESTION"
  return pending_line === null ? null : "INTERPRET_GATE_LINE"
}

/**
 * How often an operation may be called for one step.
 *
 * @param state - the state of a turn: in one without repairs nothing at all is retried
 * @param operation - the operation
 * @returns 1, or 2 where a reply that cannot be read is asked for once more. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { openTurn, wireAttempts } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const turn = openTurn({ ...opened, request: "List primes", review: "none", max_repairs: null })
 * console.log(wireAttempts(turn, "DRAFT_PLAN"), wireAttempts(turn, "EXECUTE")) // 2 1
 * console.log(wireAttempts({ ...turn, max_repairs: 0 }, "DRAFT_PLAN")) // 1
 * ```
 */
export function wireAttempts(state: RunState, operation: Operation): number {
  return repairsAllowed(state) === 0 ? 1 : operations[operation].wire_attempts
}

/**
 * The number of the next call of an operation in its turn.
 *
 * @param state - the state of a turn
 * @param operation - the operation
 * @returns a whole number from 1. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { nextOrdinal, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * console.log(nextOrdinal(openTurn({ ...opened, request: "List primes", review: "none", max_repairs: null }), "EXECUTE")) // 1
 * ```
 */
export function nextOrdinal({ finished }: RunState, operation: Operation): number {
  return finished[operation] + 1
}

import type { closingEvents } from "./closing-events.ts"
import { closureOfEvent, type RunClosure } from "./closure.ts"
import type { ClosingEvent, TurnOpened } from "./event.ts"
import type { Analysis, Finding, OpenRoute, Tier } from "./fields.ts"
import { type Operation, operationNames } from "./operation.ts"
import type { Stage } from "./stage.ts"

/** A prompt or a plan as it was published. */
export interface Artifact {
  readonly artifact_id: string
  readonly body: string
  readonly body_sha256: string
  readonly confirmed: boolean
}

/** A plan is bound to the prompt that it was made for. */
export interface Plan extends Artifact {
  readonly source_prompt_id: string
}

/** A result is known by the hash of its deliverable, and bound to what was confirmed. */
export interface Result {
  readonly artifact_id: string
  readonly body_sha256: string
  readonly source_prompt_id: string | null
  readonly source_plan_id: string | null
}

/** A change that was asked for and is being worked in. */
export interface PendingChange {
  readonly change_id: string
  readonly source_message: string
  readonly changes_task: boolean
  readonly changes_approach: boolean
}

/** What the task cannot go on without. */
export interface PendingInput {
  readonly input_id: string
  readonly body: string
  readonly expected_type: string
  readonly description: string
}

/** An input request and its answer, kept beside the request of the turn. */
export interface SuppliedInput extends PendingInput {
  readonly answer: string
}

/** A call that was started, and whose end is not known yet. */
export interface InFlight {
  readonly action_id: string
  readonly operation: Operation
  readonly ordinal: number
  readonly attempt: number
}

/** A reply that nothing has been decided on yet. */
export interface Reply extends InFlight {
  readonly reply: string
  readonly cut_off: boolean
}

/** An attempt that is verified, and how each program ended that was run for it, as it was recorded. */
export interface CandidateReply extends Reply {
  readonly programs: readonly string[]
}

/** How far carrying out the task has come, since the last time its input changed. */
export interface Execution {
  /** The attempt that the verifier looks at. */
  readonly candidate: CandidateReply | null
  readonly repairs_used: number
  readonly uncounted_repairs: number
  /** Of the latest attempt, when a repair is due. */
  readonly findings: readonly Finding[] | null
}

/** Everything that decides what a turn does next. Plain JSON; made by `openTurn` and changed by `transition` alone. */
export interface RunState {
  readonly turn_id: string
  readonly workspace_id: string
  readonly previous: string | null
  readonly request: string
  readonly review: "piped" | "none"
  readonly max_repairs: number | null
  /** Whether only a program that the host ran can establish the result. */
  readonly verified: boolean
  /** Null before a controller exists. */
  readonly stage: Stage | null
  /** Where the run stood when its outcome became uncertain. */
  readonly stage_before: Stage | null
  readonly route: OpenRoute | null
  readonly tier: Tier | null
  readonly analysis: Analysis | null
  readonly instance_id: string | null
  readonly instance_kind: "CONFIRMATION" | "UNCONFIRMED" | null
  readonly prompt_highwater: number
  readonly plan_highwater: number
  readonly result_highwater: number
  readonly prompt: Artifact | null
  readonly plan: Plan | null
  readonly result: Result | null
  readonly approach_sources: readonly string[]
  /** Changes of the task in a run without review, in their order, beside the request. */
  readonly request_changes: readonly string[]
  readonly supplied_inputs: readonly SuppliedInput[]
  readonly pending_change: PendingChange | null
  readonly pending_input: PendingInput | null
  readonly pending_question: string | null
  readonly pending_line: { readonly text: string; readonly by: "stdin" | "terminal" } | null
  readonly in_flight: InFlight | null
  readonly undecided: Reply | null
  /** How many calls of each operation the turn has finished. */
  readonly finished: Readonly<Record<Operation, number>>
  readonly execution: Execution
  readonly closing: ClosingEvent | null
}

export const freshExecution: Execution = Object.freeze({
  candidate: null,
  repairs_used: 0,
  uncounted_repairs: 0,
  findings: null
})

const noneFinished = Object.freeze(
  Object.fromEntries(operationNames.map((operation) => [operation, 0])) as Record<Operation, number>
)

/**
 * The state in which a turn begins: no controller exists, and nothing was asked of any model.
 *
 * @param opened - the event that opens the turn
 * @returns the state of the new turn. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const state = openTurn({ ...opened, request: "List the primes below 20", review: "piped", max_repairs: null })
 * console.log(state.stage) // null
 * ```
 */
export function openTurn(opened: TurnOpened): RunState {
  return {
    turn_id: opened.turn_id,
    workspace_id: opened.workspace_id,
    previous: opened.previous,
    request: opened.request,
    review: opened.review,
    max_repairs: opened.max_repairs,
    verified: opened.verified === true,
    stage: null,
    stage_before: null,
    route: null,
    tier: null,
    analysis: null,
    instance_id: null,
    instance_kind: null,
    prompt_highwater: 0,
    plan_highwater: 0,
    result_highwater: 0,
    prompt: null,
    plan: null,
    result: null,
    approach_sources: [],
    request_changes: [],
    supplied_inputs: [],
    pending_change: null,
    pending_input: null,
    pending_question: null,
    pending_line: null,
    in_flight: null,
    undecided: null,
    finished: noneFinished,
    execution: freshExecution,
    closing: null
  }
}

/**
 * Whether a turn has ended for good. There is no other test for it.
 *
 * @param state - the state of a turn
 * @returns true after a closing event, whichever it was; a paused, failed or interrupted turn is open. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { isClosed, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * console.log(isClosed(openTurn({ ...opened, request: "List primes", review: "none", max_repairs: 0 }))) // false
 * ```
 */
export function isClosed<State extends Pick<RunState, "closing">>(
  state: State
): state is State & { readonly closing: ClosingEvent } {
  return state.closing !== null
}

/**
 * How a turn ended for good.
 *
 * @param state - the state of a turn
 * @returns its closure; null while it is open: paused, failed or interrupted. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { closureOf, openTurn, transition } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const turn = openTurn({ ...opened, request: "List primes", review: "none", max_repairs: null })
 * const moved = transition(turn, { kind: "SESSION_CANCELLED", by: "argument" })
 * console.log(closureOf(turn), moved._tag === "Moved" && closureOf(moved.state)) // null CLOSED_CANCELLED
 * ```
 */
export function closureOf(state: RunState): RunClosure | null {
  return isClosed(state) ? closureOfEvent[state.closing.kind as keyof typeof closingEvents] : null
}

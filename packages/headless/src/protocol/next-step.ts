import { dueOperation, nextOrdinal } from "./due.ts"
import type { Operation } from "./operation.ts"
import { isGate, type Gate } from "./stage.ts"
import {
  type Artifact,
  type CandidateReply,
  type InFlight,
  isClosed,
  type PendingInput,
  type Reply,
  type RunState
} from "./state.ts"

/** What a run does next. */
export type NextStep =
  | { readonly _tag: "Call"; readonly operation: Operation; readonly ordinal: number }
  /** A reply is recorded, and waits to be decided on. It is never asked for again. */
  | { readonly _tag: "Decide"; readonly reply: Reply }
  /** The controller is bound without a first draft. */
  | { readonly _tag: "Bind" }
  /** The attempt goes to the verifier, which may run programs. */
  | { readonly _tag: "Verify"; readonly candidate: CandidateReply }
  | { readonly _tag: "Review"; readonly gate: Gate; readonly artifact: Artifact }
  | { readonly _tag: "Ask"; readonly input: PendingInput }
  /** A call is under way; on load that means its outcome is uncertain. */
  | { readonly _tag: "Await"; readonly effect: InFlight }
  | { readonly _tag: "Uncertain"; readonly effect: InFlight }
  | { readonly _tag: "Ended" }

/**
 * What a run does next: the state alone decides it, so a run that was stopped anywhere goes on where it stood.
 *
 * @param state - the state of a turn
 * @returns the next step; `Review` and `Ask` wait for a person, and end a run that has none. It never throws on a state that
 * `transition` made.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { nextStep, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const step = nextStep(openTurn({ ...opened, request: "List the primes", review: "piped", max_repairs: null }))
 * console.log(step._tag === "Call" && step.operation) // ACTIVATION
 * ```
 */
export function nextStep(state: RunState): NextStep {
  const { stage, in_flight, undecided, execution } = state
  if (isClosed(state)) return { _tag: "Ended" }
  if (in_flight !== null)
    return { _tag: stage === "OUTCOME_UNCERTAIN" ? "Uncertain" : "Await", effect: in_flight }
  // A first draft that is not bound yet is decided on like any other reply; so is one that is bound and not published.
  if (undecided !== null) return { _tag: "Decide", reply: undecided }
  if (execution.candidate !== null) return { _tag: "Verify", candidate: execution.candidate }
  const operation = dueOperation(state)
  if (operation !== null) return { _tag: "Call", operation, ordinal: nextOrdinal(state, operation) }
  if (stage === null) return { _tag: "Bind" }
  const artifact = stage === "PROMPT_REVIEW" ? state.prompt : state.plan
  if (isGate(stage) && artifact !== null) return { _tag: "Review", gate: stage, artifact }
  if (state.pending_input !== null) return { _tag: "Ask", input: state.pending_input }
  throw new Error(`A run cannot go on from the stage ${stage}: its state was not made by its own events.`)
}

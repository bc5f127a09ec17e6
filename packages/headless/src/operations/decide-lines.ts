import type { Intent, RunEvent } from "../protocol/event.ts"
import { readGateLine } from "../protocol/read-gate-line.ts"
import { isGate } from "../protocol/stage.ts"
import type { Reply, RunState } from "../protocol/state.ts"
import type { ReplyError } from "../reply/reply-error.ts"
import { type Decision, happened, unusable } from "./decision.ts"
import type { ExecutionInputReply } from "./execution-input.ts"
import type { GateLineReply, ReviewFacts } from "./gate-line.ts"
import type { Mint } from "./mint.ts"
import { isSure } from "./reply-fields.ts"

type By = "stdin" | "terminal"

/** What a line comes to, where a person may decide. */
export type LineDecision =
  | { readonly _tag: "Events"; readonly events: readonly RunEvent[] }
  | { readonly _tag: "Guidance" | "Skip" | "Quit" }
  | { readonly _tag: "UnknownCommand"; readonly command: string }
  /** The run waits for no line: it changes nothing, and starts nothing. */
  | { readonly _tag: "NotWaiting" }

/**
 * What a line at a gate, or while input is waited for, comes to: a decision in the host's own words, or a line for the
 * interpreter.
 *
 * @param state - the state of a turn
 * @param line - one line without its terminator
 * @param by - where the line came from
 * @param mint - ids for new events
 * @returns the events that happened, or what is to be said. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { decideLine, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const state = openTurn({ ...opened, request: "List the primes", review: "piped", max_repairs: null })
 * const mint = { instance_id: "I-0123456789", change_id: "C-1", input_id: "X-1", sha256: (text: string) => text }
 * console.log(decideLine(state, "/confirm", "stdin", mint)._tag) // NotWaiting
 * ```
 */
export function decideLine(state: RunState, line: string, by: By, mint: Mint): LineDecision {
  const { stage } = state
  if (!isGate(stage) && stage !== "WAITING_INPUT") return { _tag: "NotWaiting" }
  const reading = readGateLine(line, stage)
  const said = { by, interpretation: null } as const
  switch (reading._tag) {
    case "Accept":
      return { _tag: "Events", events: accept(state, said) }
    case "Cancel":
      return { _tag: "Events", events: [{ kind: "CANCEL", ...said }] }
    case "ReviseTask":
    case "ReviseApproach":
      return {
        _tag: "Events",
        events: [revise(reading._tag === "ReviseTask", false, reading.text, said, mint)]
      }
    case "Interpret":
      return { _tag: "Events", events: [{ kind: "LINE_TAKEN", text: reading.text, by }] }
    default:
      return reading
  }
}

interface Said {
  readonly by: By
  readonly interpretation: string | null
}

/** What the interpreter's reading of a gate's line comes to. A change of the task comes before one of the approach. */
export function afterGateLine(
  state: RunState,
  { action_id }: Reply,
  value: GateLineReply,
  mint: Mint
): Decision {
  const said = saidBy(state, action_id)
  const source = state.pending_line?.text ?? ""
  if (!isSure(value)) return happened({ kind: "UNRESOLVED", ...said })
  switch (value.kind) {
    case "REVIEW_FACTS":
      return happened(...afterFacts(state, value, source, said, mint))
    case "CANCEL":
    case "UNRESOLVED":
      return happened({ kind: value.kind, ...said })
    default:
      return happened({ kind: value.kind, ...said, source })
  }
}

/** At the plan gate, what only touches how the task is worded is a wish about the approach. */
const approachAtPlanGate: ReadonlySet<string> = new Set(["ACTION_SUBJECT_OR_OBJECT", "OTHER_TASK_OR_RESULT"])

function afterFacts(
  state: RunState,
  facts: ReviewFacts,
  source: string,
  said: Said,
  mint: Mint
): readonly RunEvent[] {
  const { task_change_dimensions: task, approach_change_dimensions: approach, progression_requested } = facts
  const aboutApproach =
    state.stage === "PLAN_REVIEW" && task.every((dimension) => approachAtPlanGate.has(dimension))
  if (task.length > 0 && !aboutApproach) return [revise(true, approach.length > 0, source, said, mint)]
  if (task.length > 0 || approach.length > 0) return [revise(false, false, source, said, mint)]
  if (progression_requested) return accept(state, said)
  return [{ kind: "SUBSTANTIVE_DISCUSSION", ...said, source }]
}

/** What the interpreter's reading of a line comes to while input is waited for; when in doubt, it is the answer. */
export function afterExecutionInput(
  state: RunState,
  { action_id }: Reply,
  value: ExecutionInputReply,
  mint: Mint
): Decision {
  const said = saidBy(state, action_id)
  const source = state.pending_line?.text ?? ""
  if (!isSure(value)) return happened(supply(state, source, said, true))
  switch (value.kind) {
    case "REVISE_TASK":
      return happened(revise(true, value.also_changes_approach, source, said, mint))
    case "NEW_TASK":
      return happened({ kind: "NEW_TASK", ...said, source })
    case "CANCEL":
      return happened({ kind: "CANCEL", ...said })
    default:
      return happened(supply(state, source, said, value.kind === "UNRESOLVED"))
  }
}

/** The interpreter cannot be understood: the line is taken as the answer, so that no reply can lock the run up. */
export function afterUnreadInput(state: RunState, reply: Reply, error: ReplyError): Decision {
  const decision = unusable(state, reply, error)
  if (decision._tag === "Retry") return decision
  return happened(supply(state, state.pending_line?.text ?? "", saidBy(state, reply.action_id), true))
}

function saidBy({ pending_line }: RunState, interpretation: string): Said {
  return { by: pending_line?.by ?? "stdin", interpretation }
}

function accept({ stage, prompt, plan }: RunState, said: Said): readonly Intent[] {
  const artifact = stage === "PLAN_REVIEW" ? plan : prompt
  if (artifact === null) return []
  const { artifact_id, body_sha256 } = artifact
  return [{ kind: "ACCEPT_CURRENT", ...said, artifact_id, body_sha256 }]
}

function revise(
  task: boolean,
  also_changes_approach: boolean,
  source: string,
  said: Said,
  { change_id }: Mint
): Intent {
  return task
    ? { kind: "REVISE_TASK", ...said, source, change_id, also_changes_approach }
    : { kind: "REVISE_APPROACH", ...said, source, change_id }
}

function supply({ pending_input }: RunState, source: string, said: Said, defaulted: boolean): Intent {
  const input_id = pending_input?.input_id ?? ""
  return { kind: "SUPPLY_EXECUTION_INPUT", ...said, source, input_id, defaulted }
}

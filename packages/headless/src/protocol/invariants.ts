import { closureOfEvent } from "./closure.ts"
import { isExecution } from "./operation.ts"
import type { Artifact, RunState } from "./state.ts"
import { isGate, type Stage } from "./stage.ts"

/** What holds of every state, by name. */
export type Invariant = keyof typeof invariants

const invariants = {
  negative_highwater: ({ prompt_highwater, plan_highwater, result_highwater }: RunState) =>
    [prompt_highwater, plan_highwater, result_highwater].every((n) => Number.isInteger(n) && n >= 0),
  instance_stage: ({ stage, instance_id, instance_kind }: RunState) =>
    (instance_id === null) === (instance_kind === null) && (stage !== null || instance_id === null),
  prompt_instance: (s: RunState) => numbered(s, s.prompt, "P", s.prompt_highwater),
  plan_instance: (s: RunState) => numbered(s, s.plan, "R", s.plan_highwater),
  result_instance: (s: RunState) => numbered(s, s.result, "X", s.result_highwater),
  unconfirmed_artifacts: (s: RunState) =>
    s.instance_kind !== "UNCONFIRMED" ||
    (s.prompt === null && s.plan === null && s.approach_sources.length === 0),
  plan_without_prompt: ({ prompt, plan }: RunState) => plan === null || prompt !== null,
  plan_source: ({ prompt, plan }: RunState) => plan === null || plan.source_prompt_id === prompt?.artifact_id,
  prompt_missing: (s: RunState) => !reviewedAt(s, ["PROMPT_REVIEW", ...afterPrompt]) || s.prompt !== null,
  prompt_gate: (s: RunState) =>
    !reviewedAt(s, ["PROMPT_REVIEW", ...afterPrompt]) ||
    s.prompt?.confirmed === (stageOf(s) !== "PROMPT_REVIEW"),
  plan_missing: (s: RunState) => !reviewedAt(s, ["PLAN_REVIEW", ...afterPlan]) || s.plan !== null,
  plan_gate: (s: RunState) =>
    !reviewedAt(s, ["PLAN_REVIEW", ...afterPlan]) || s.plan?.confirmed === (stageOf(s) !== "PLAN_REVIEW"),
  plan_unexpected: (s: RunState) =>
    s.plan === null || !["PROMPT_REQUIRED", "PROMPT_REVIEW", "PLAN_REQUIRED"].includes(String(stageOf(s))),
  result_without_ancestors: (s: RunState) =>
    s.result === null ||
    s.instance_kind === "UNCONFIRMED" ||
    (s.prompt?.confirmed === true && s.plan?.confirmed === true),
  result_source_prompt: ({ result, prompt }: RunState) =>
    result === null || result.source_prompt_id === (prompt?.artifact_id ?? null),
  result_source_plan: ({ result, plan }: RunState) =>
    result === null || result.source_plan_id === (plan?.artifact_id ?? null),
  closed_without_result: ({ stage, result }: RunState) =>
    (result !== null) === (stage === "CLOSED_SUCCESS" || stage === "CLOSED_UNVERIFIED"),
  closing_stage: ({ stage, closing }: RunState) => {
    if (closing === null) return !isClosedStage(stage)
    const closure = closureOfEvent[closing.kind]
    return closure === "REFUSED" || closure === "DIRECT_ANSWER" ? stage === null : stage === closure
  },
  waiting_descriptor: (s: RunState) => stageOf(s) !== "WAITING_INPUT" || s.pending_input !== null,
  unexpected_pending_input: (s: RunState) => stageOf(s) === "WAITING_INPUT" || s.pending_input === null,
  closed_pending_work: (s: RunState) =>
    s.closing === null ||
    (s.pending_change === null &&
      s.pending_question === null &&
      s.pending_line === null &&
      s.in_flight === null &&
      s.undecided === null &&
      s.execution.candidate === null),
  pending_change_source: ({ pending_change }: RunState) =>
    pending_change === null || /\S/u.test(pending_change.source_message),
  pending_change_effect: ({ pending_change }: RunState) =>
    pending_change === null || pending_change.changes_task || pending_change.changes_approach,
  pending_change_stage: (s: RunState) =>
    s.pending_change === null || isGate(stageOf(s)) || stageOf(s) === "WAITING_INPUT",
  approach_source_state: ({ approach_sources }: RunState) =>
    approach_sources.every((text) => /\S/u.test(text)),
  uncertain_effect: ({ stage, stage_before, in_flight }: RunState) =>
    stage === "OUTCOME_UNCERTAIN" ? in_flight !== null : stage_before === null,
  executing_unconfirmed: (s: RunState) =>
    !executing(s) || s.instance_kind === "UNCONFIRMED" || allConfirmed(s)
} as const satisfies Readonly<Record<string, (state: RunState) => boolean>>

const afterPlan = ["EXECUTION_READY", "WAITING_INPUT"] as const
const afterPrompt = ["PLAN_REQUIRED", "PLAN_REVIEW", ...afterPlan] as const

/**
 * Which invariants a state breaks. `transition` makes no state that breaks one; this tells a state that was read from
 * somewhere, or made by hand.
 *
 * @param state - the state of a turn
 * @returns the names of the broken invariants, empty for a sound state. It never throws on a `RunState`.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { brokenInvariants, openTurn } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const state = openTurn({ ...opened, request: "List the primes", review: "piped", max_repairs: null })
 * console.log(brokenInvariants({ ...state, stage: "WAITING_INPUT" }).includes("waiting_descriptor")) // true
 * ```
 */
export function brokenInvariants(state: RunState): readonly Invariant[] {
  return (Object.keys(invariants) as Invariant[]).filter((name) => !invariants[name](state))
}

/** Where the run stands, seen through an uncertain outcome. */
function stageOf({ stage, stage_before }: RunState): Stage | null {
  return stage === "OUTCOME_UNCERTAIN" ? stage_before : stage
}

function reviewedAt(state: RunState, at: readonly Stage[]): boolean {
  const stage = stageOf(state)
  return state.instance_kind === "CONFIRMATION" && stage !== null && at.includes(stage)
}

function numbered(
  { instance_id }: RunState,
  artifact: Pick<Artifact, "artifact_id"> | null,
  letter: string,
  highwater: number
): boolean {
  return artifact === null || artifact.artifact_id === `${instance_id}-${letter}${highwater}`
}

function isClosedStage(stage: Stage | null): boolean {
  return (Object.values(closureOfEvent) as readonly unknown[]).includes(stage)
}

function executing({ in_flight, undecided, execution }: RunState): boolean {
  const operation = in_flight?.operation ?? undecided?.operation
  return execution.candidate !== null || (operation !== undefined && isExecution(operation))
}

function allConfirmed({ prompt, plan }: RunState): boolean {
  return (
    prompt?.confirmed === true && plan?.confirmed === true && plan.source_prompt_id === prompt.artifact_id
  )
}

import type { ClosingEvent, EventOf } from "./event.ts"
import { freshExecution, type Reply, type RunState } from "./state.ts"

type Change = Partial<RunState>

const nothingPending = {
  pending_change: null,
  pending_input: null,
  pending_question: null,
  pending_line: null,
  in_flight: null,
  undecided: null,
  stage_before: null
} as const satisfies Change

/** A line and what was made of it, once they are decided on. */
const lineDone = { pending_line: null, pending_question: null, undecided: null } as const satisfies Change

/** What a row of the table does to the state besides its stage, by name. */
export const updates = {
  nothing: (): Change => ({}),

  startEffect: (
    _state: RunState,
    { action_id, operation, ordinal, attempt }: EventOf<"EFFECT_STARTED">
  ): Change => ({
    in_flight: { action_id, operation, ordinal, attempt }
  }),
  finishEffect: (state: RunState, event: EventOf<"EFFECT_FINISHED">): Change => finishEffect(state, event),
  forgetEffect: (): Change => ({ in_flight: null }),
  loseEffect: ({ stage }: RunState): Change => ({ stage_before: stage }),
  redoEffect: (): Change => ({ in_flight: null, stage_before: null }),
  dropStep: (state: RunState): Change => dropStep(state),

  route: (_state: RunState, { route }: EventOf<"ACTIVATION_ROUTED">): Change => ({ route, undecided: null }),
  budget: (_state: RunState, { tier }: EventOf<"BUDGET_ROUTED">): Change => ({ tier, undecided: null }),
  analyze: (_state: RunState, { analysis }: EventOf<"BOOTSTRAP_ANALYZED">): Change => ({
    analysis,
    undecided: null
  }),
  // The first draft stays undecided: it is published by the next event.
  bind: ({ review }: RunState, { instance_id }: EventOf<"PROTOCOL_BOUND">): Change => ({
    instance_id,
    instance_kind: review === "piped" ? "CONFIRMATION" : "UNCONFIRMED"
  }),

  publishPrompt: (state: RunState, event: EventOf<"PROMPT_PUBLISHED">): Change => ({
    ...nothingPending,
    prompt: artifactOf(event),
    prompt_highwater: state.prompt_highwater + 1,
    plan: null,
    approach_sources: approachSources(state, event),
    execution: freshExecution
  }),
  publishPlan: (state: RunState, event: EventOf<"PLAN_PUBLISHED">): Change => ({
    ...nothingPending,
    plan: { ...artifactOf(event), source_prompt_id: event.source_prompt_id },
    plan_highwater: state.plan_highwater + 1,
    approach_sources: withApproach(state)
  }),
  confirmPrompt: ({ prompt }: RunState): Change => ({
    ...lineDone,
    prompt: prompt && { ...prompt, confirmed: true }
  }),
  confirmPlan: ({ plan }: RunState): Change => ({ ...lineDone, plan: plan && { ...plan, confirmed: true } }),
  takeLine: (_state: RunState, { text, by }: EventOf<"LINE_TAKEN">): Change => ({
    pending_line: { text, by }
  }),
  settleLine: (): Change => lineDone,
  askQuestion: (_state: RunState, { source }: EventOf<"PROTOCOL_DISCUSSION">): Change => ({
    ...lineDone,
    pending_question: source
  }),
  answerQuestion: (): Change => ({ pending_question: null, undecided: null }),
  proposeTaskChange: (_state: RunState, event: EventOf<"REVISE_TASK">): Change => ({
    ...lineDone,
    pending_change: {
      change_id: event.change_id,
      source_message: event.source,
      changes_task: true,
      changes_approach: event.also_changes_approach
    }
  }),
  proposeApproachChange: (_state: RunState, event: EventOf<"REVISE_APPROACH">): Change => ({
    ...lineDone,
    pending_change: {
      change_id: event.change_id,
      source_message: event.source,
      changes_task: false,
      changes_approach: true
    }
  }),
  noteApproach: (state: RunState, { source }: EventOf<"REVISE_APPROACH">): Change => ({
    ...lineDone,
    approach_sources: [...state.approach_sources, source]
  }),
  changeRequest: (state: RunState, { source }: EventOf<"REVISE_TASK">): Change => ({
    ...nothingPending,
    request_changes: [...state.request_changes, source],
    execution: freshExecution
  }),
  supplyInput: (state: RunState, { source }: EventOf<"SUPPLY_EXECUTION_INPUT">): Change => ({
    ...nothingPending,
    supplied_inputs:
      state.pending_input === null
        ? state.supplied_inputs
        : [...state.supplied_inputs, { ...state.pending_input, answer: source }],
    execution: freshExecution
  }),

  requestInput: (_state: RunState, event: EventOf<"INPUT_REQUESTED">): Change => ({
    undecided: null,
    pending_input: {
      input_id: event.input_id,
      body: event.body,
      expected_type: event.expected_type,
      description: event.description
    },
    execution: freshExecution
  }),
  propose: (state: RunState): Change => ({
    undecided: null,
    execution: {
      ...state.execution,
      candidate: state.undecided && { ...state.undecided, programs: 0 },
      findings: null
    }
  }),
  repair: ({ execution }: RunState, { findings, counted }: EventOf<"VERIFICATION_REPAIR">): Change => ({
    undecided: null,
    execution: {
      candidate: null,
      repairs_used: execution.repairs_used + (counted ? 1 : 0),
      uncounted_repairs: execution.uncounted_repairs + (counted ? 0 : 1),
      findings
    }
  }),
  close: (_state: RunState, event: ClosingEvent): Change => closed(event),
  closeWithResult: (
    { result_highwater }: RunState,
    event: EventOf<"CLOSED_SUCCESS" | "CLOSED_UNVERIFIED">
  ): Change => ({
    ...closed(event),
    result_highwater: result_highwater + 1,
    result: {
      artifact_id: event.result_id,
      body_sha256: event.deliverable_sha256,
      source_prompt_id: event.source_prompt_id,
      source_plan_id: event.source_plan_id
    }
  })
} satisfies Readonly<Record<string, (state: RunState, event: never) => Change>>

function closed(closing: ClosingEvent): Change {
  return { ...nothingPending, execution: freshExecution, closing }
}

function artifactOf({ artifact_id, body, body_sha256 }: EventOf<"PROMPT_PUBLISHED" | "PLAN_PUBLISHED">) {
  return { artifact_id, body, body_sha256, confirmed: false }
}

function withApproach({ approach_sources, pending_change }: RunState): readonly string[] {
  return pending_change?.changes_approach === true
    ? [...approach_sources, pending_change.source_message]
    : approach_sources
}

function approachSources(
  state: RunState,
  { approach_handoff }: EventOf<"PROMPT_PUBLISHED">
): readonly string[] {
  const carried = approach_handoff === "CARRY_SOURCE_TO_PLAN"
  if (state.pending_change === null) return carried ? [state.request] : []
  return carried && !state.pending_change.changes_approach
    ? [...state.approach_sources, state.pending_change.source_message]
    : withApproach(state)
}

function finishEffect(state: RunState, event: EventOf<"EFFECT_FINISHED">): Change {
  const { in_flight, execution } = state
  if (in_flight === null) return {}
  const finished = { ...state.finished, [in_flight.operation]: in_flight.ordinal }
  if (event.status === "failed") return { ...dropStep(state), in_flight: null, finished }
  if (in_flight.operation === "RUN_PROGRAM") {
    const candidate = execution.candidate && {
      ...execution.candidate,
      programs: execution.candidate.programs + 1
    }
    return { in_flight: null, finished, execution: { ...execution, candidate } }
  }
  const undecided: Reply = { ...in_flight, reply: event.reply, cut_off: event.cut_off }
  return { in_flight: null, finished, undecided }
}

/**
 * Gives up the step that failed: a change that was being worked in is dropped, so that the stage is as it was before. The
 * reply of an attempt is kept: it is decided on when the run goes on, and never asked for again.
 */
function dropStep({ undecided }: RunState): Change {
  const attempt = undecided?.operation === "EXECUTE" || undecided?.operation === "REPAIR"
  return {
    pending_change: null,
    pending_question: null,
    pending_line: null,
    undecided: attempt ? undecided : null
  }
}

import type { ClosingEvent, EventOf } from "./event.ts"
import { freshExecution, type Reply, type RunState } from "./state.ts"

/** The state that is being made: a copy of the one before, of which nobody else knows yet. */
export type Draft = { -readonly [Key in keyof RunState]: RunState[Key] }

/** What a row of the table does to the copy of the state besides its stage, by name. */
export const updates = {
  nothing: () => {},

  startEffect(next: Draft, { action_id, operation, ordinal, attempt }: EventOf<"EFFECT_STARTED">) {
    next.in_flight = { action_id, operation, ordinal, attempt }
  },
  finishEffect,
  forgetEffect(next: Draft) {
    next.in_flight = null
  },
  loseEffect(next: Draft) {
    next.stage_before = next.stage
  },
  redoEffect(next: Draft) {
    next.in_flight = null
    next.stage_before = null
  },
  dropStep,

  route(next: Draft, { route }: EventOf<"ACTIVATION_ROUTED">) {
    next.route = route
    next.undecided = null
  },
  budget(next: Draft, { tier }: EventOf<"BUDGET_ROUTED">) {
    next.tier = tier
    next.undecided = null
  },
  analyze(next: Draft, { analysis }: EventOf<"BOOTSTRAP_ANALYZED">) {
    next.analysis = analysis
    next.undecided = null
  },
  // The first draft stays undecided: it is published by the next event.
  bind(next: Draft, { instance_id }: EventOf<"PROTOCOL_BOUND">) {
    next.instance_id = instance_id
    next.instance_kind = next.review === "piped" ? "CONFIRMATION" : "UNCONFIRMED"
  },

  publishPrompt(next: Draft, event: EventOf<"PROMPT_PUBLISHED">) {
    next.approach_sources = approachSources(next, event)
    next.prompt = artifactOf(event)
    next.prompt_highwater += 1
    next.plan = null
    next.execution = freshExecution
    leaveNothingPending(next)
  },
  publishPlan(next: Draft, event: EventOf<"PLAN_PUBLISHED">) {
    next.approach_sources = withApproach(next)
    next.plan = { ...artifactOf(event), source_prompt_id: event.source_prompt_id }
    next.plan_highwater += 1
    leaveNothingPending(next)
  },
  confirmPrompt(next: Draft) {
    if (next.prompt !== null) next.prompt = { ...next.prompt, confirmed: true }
    settleLine(next)
  },
  confirmPlan(next: Draft) {
    if (next.plan !== null) next.plan = { ...next.plan, confirmed: true }
    settleLine(next)
  },
  takeLine(next: Draft, { text, by }: EventOf<"LINE_TAKEN">) {
    next.pending_line = { text, by }
  },
  settleLine,
  askQuestion(next: Draft, { source }: EventOf<"PROTOCOL_DISCUSSION">) {
    settleLine(next)
    next.pending_question = source
  },
  answerQuestion(next: Draft) {
    next.pending_question = null
    next.undecided = null
  },
  proposeTaskChange(next: Draft, { change_id, source, also_changes_approach }: EventOf<"REVISE_TASK">) {
    settleLine(next)
    const changes = { changes_task: true, changes_approach: also_changes_approach }
    next.pending_change = { change_id, source_message: source, ...changes }
  },
  proposeApproachChange(next: Draft, { change_id, source }: EventOf<"REVISE_APPROACH">) {
    settleLine(next)
    next.pending_change = { change_id, source_message: source, changes_task: false, changes_approach: true }
  },
  noteApproach(next: Draft, { source }: EventOf<"REVISE_APPROACH">) {
    settleLine(next)
    next.approach_sources = [...next.approach_sources, source]
  },
  changeRequest(next: Draft, { source }: EventOf<"REVISE_TASK">) {
    next.request_changes = [...next.request_changes, source]
    next.execution = freshExecution
    leaveNothingPending(next)
  },
  supplyInput(next: Draft, { source }: EventOf<"SUPPLY_EXECUTION_INPUT">) {
    if (next.pending_input !== null)
      next.supplied_inputs = [...next.supplied_inputs, { ...next.pending_input, answer: source }]
    next.execution = freshExecution
    leaveNothingPending(next)
  },

  requestInput(next: Draft, { input_id, body, expected_type, description }: EventOf<"INPUT_REQUESTED">) {
    next.pending_input = { input_id, body, expected_type, description }
    next.execution = freshExecution
    next.undecided = null
  },
  propose(next: Draft) {
    if (next.undecided !== null)
      next.execution = { ...next.execution, candidate: { ...next.undecided, programs: [] }, findings: null }
    next.undecided = null
  },
  repair(next: Draft, { findings, counted }: EventOf<"VERIFICATION_REPAIR">) {
    const { repairs_used, uncounted_repairs } = next.execution
    next.execution = {
      candidate: null,
      repairs_used: repairs_used + (counted ? 1 : 0),
      uncounted_repairs: uncounted_repairs + (counted ? 0 : 1),
      findings
    }
    next.undecided = null
  },
  close,
  closeWithResult(next: Draft, event: EventOf<"CLOSED_SUCCESS" | "CLOSED_UNVERIFIED">) {
    close(next, event)
    next.result_highwater += 1
    next.result = {
      artifact_id: event.result_id,
      body_sha256: event.deliverable_sha256,
      source_prompt_id: event.source_prompt_id,
      source_plan_id: event.source_plan_id
    }
  }
} satisfies Readonly<Record<string, (next: Draft, event: never) => void>>

function close(next: Draft, closing: ClosingEvent): void {
  leaveNothingPending(next)
  next.execution = freshExecution
  next.closing = closing
}

function leaveNothingPending(next: Draft): void {
  settleLine(next)
  next.pending_change = null
  next.pending_input = null
  next.in_flight = null
  next.stage_before = null
}

/** A line and what was made of it are decided on. */
function settleLine(next: Draft): void {
  next.pending_line = null
  next.pending_question = null
  next.undecided = null
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

function finishEffect(next: Draft, event: EventOf<"EFFECT_FINISHED">): void {
  const { in_flight, execution } = next
  if (in_flight === null) return
  const finished = { ...next.finished }
  finished[in_flight.operation] = in_flight.ordinal
  next.finished = finished
  next.in_flight = null
  if (event.status === "failed") dropStep(next)
  else if (in_flight.operation !== "RUN_PROGRAM") next.undecided = replyOf(in_flight, event)
  else if (execution.candidate !== null)
    next.execution = {
      ...execution,
      candidate: { ...execution.candidate, programs: [...execution.candidate.programs, event.reply] }
    }
}

function replyOf(
  { action_id, operation, ordinal, attempt }: NonNullable<RunState["in_flight"]>,
  { reply, cut_off, requests = 1 }: EventOf<"EFFECT_FINISHED">
): Reply {
  // A provider that had to send its request twice has used the wire retry of the step.
  return { action_id, operation, ordinal, attempt: attempt + requests - 1, reply, cut_off }
}

/**
 * Gives up the step that failed: a change that was being worked in is dropped, so that the stage is as it was before. The
 * reply of an attempt is kept: it is decided on when the run goes on, and never asked for again.
 */
function dropStep(next: Draft): void {
  const { undecided } = next
  settleLine(next)
  next.pending_change = null
  if (undecided?.operation === "EXECUTE" || undecided?.operation === "REPAIR") next.undecided = undecided
}

import type { EventKind } from "./event.ts"
import { placeOf, type Stage } from "./stage.ts"

const reasons = {
  closed: "the turn has ended for good",
  unknown_event: "there is no event of that name",
  intent_stage: "this decision is not possible there",
  event_stage: "this cannot happen there",
  effect_in_flight: "a call is under way, and nothing else happens until its end is known",
  no_effect_in_flight: "the call that it names is not under way",
  reply: "the reply that it decides on is not the one that waits to be decided on",
  operation: "another operation is due, or none",
  attempt: "that many calls for one step are not allowed",
  ordinal: "calls of an operation are counted without a gap",
  effect: "an operation is always a model's, or always a program's",
  opening_order: "activation, budget and bootstrap come before it, in this order and once",
  direct_route: "the activation did not route the request past the protocol",
  refusal_phase: "a refusal belongs to the step that was under way",
  artifact_id: "ids of prompts, plans and results are counted without a gap",
  plan_source: "a plan belongs to the prompt that is confirmed",
  not_current: "what it confirms is not what is shown",
  semantic_source: "it needs the message that says what is meant",
  change_pending: "a change is being worked in",
  no_change_pending: "no such change is pending",
  interpretation: "the interpretation that it rests on is not the one that waits to be decided on",
  line_pending: "the line before is not decided on yet",
  no_question: "no question is pending",
  input_id: "the input that it answers is not the one that was asked for",
  not_executable: "not everything that the task needs is confirmed",
  candidate: "the attempt that it speaks of is not the one that is verified",
  result_source: "a result belongs to the prompt and the plan that were confirmed",
  repairs_spent: "no repair is left"
} as const

/** Why an event is not possible, as a token that a program can branch on. */
export type IllegalReason = keyof typeof reasons

/** An event that a state does not allow. Nothing was changed by it. */
export interface IllegalEvent {
  readonly _tag: "IllegalEvent"
  readonly reason: IllegalReason
  readonly kind: EventKind
  /** Null before a controller exists. */
  readonly stage: Stage | null
  /** A sentence: what is refused, where, and why. */
  readonly message: string
}

export function illegalEvent(reason: IllegalReason, kind: EventKind, stage: Stage | null): IllegalEvent {
  const where = stage === null ? "before a controller exists" : `at the stage ${placeOf(stage)}`
  const message = `${kind} is not possible ${where}, because ${reasons[reason]}. Nothing is changed.`
  return { _tag: "IllegalEvent", reason, kind, stage, message }
}

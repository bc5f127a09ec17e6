import { eventKinds, type RunEvent } from "../../src/protocol/event.ts"
import type { RunState } from "../../src/protocol/state.ts"
import { transition } from "../../src/protocol/transition.ts"
import { eventsOf, opened } from "./play.ts"

/** One step of a walk: the state before, what happened, and the state after, or the reason why it is not possible. */
export interface Step {
  readonly before: RunState
  readonly event: RunEvent
  readonly after: RunState | null
}

/**
 * Walks through every kind of state that events can lead to, from a turn with review and one without, and tries every
 * event in each. States that differ only in how often something happened before are visited once.
 */
export function everyStep(): readonly Step[] {
  const steps: Step[] = []
  const seen = new Set<string>()
  const queue: RunState[] = [opened("piped"), opened("none"), opened("piped", 0)]
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    if (seen.has(shapeOf(state))) continue
    seen.add(shapeOf(state))
    for (const kind of eventKinds) {
      for (const event of eventsOf(kind, state)) {
        const moved = transition(state, event)
        steps.push({ before: state, event, after: moved._tag === "Moved" ? moved.state : null })
        if (moved._tag === "Moved" && !seen.has(shapeOf(moved.state))) queue.push(moved.state)
      }
    }
  }
  return steps
}

/** What of a state decides what it allows. */
function shapeOf(s: RunState): string {
  return JSON.stringify([
    s.stage,
    s.stage_before,
    s.review,
    s.max_repairs,
    s.route,
    s.tier,
    s.analysis === null,
    s.instance_kind,
    s.prompt?.confirmed,
    s.plan?.confirmed,
    s.pending_change?.changes_task,
    s.pending_change?.changes_approach,
    s.pending_input === null,
    s.pending_question === null,
    s.pending_line === null,
    s.in_flight?.operation,
    s.in_flight?.attempt,
    s.undecided?.operation,
    s.undecided?.attempt,
    s.execution.candidate === null,
    Math.min(s.execution.candidate?.programs.length ?? 0, 1),
    s.execution.repairs_used,
    s.execution.uncounted_repairs,
    s.execution.findings === null,
    s.closing?.kind
  ])
}

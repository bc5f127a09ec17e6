import type { Place } from "../../src/protocol/stage.ts"
import type { RunState } from "../../src/protocol/state.ts"
import { called, eventOf, opened, play, started } from "./play.ts"

function then(state: RunState, kind: Parameters<typeof eventOf>[0]): RunState {
  return play(state, eventOf(kind, state))
}

function analyzed(review: "piped" | "none", max_repairs: number | null): RunState {
  const routed = then(called(opened(review, max_repairs), "ACTIVATION"), "ACTIVATION_ROUTED")
  return then(called(then(routed, "BUDGET_ROUTED"), "BOOTSTRAP_ANALYSIS"), "BOOTSTRAP_ANALYZED")
}

/** A state of a run with review at each place, reached by its events. */
export function reviewed(max_repairs: number | null = null): Readonly<Record<Place, RunState>> {
  const required = then(called(analyzed("piped", max_repairs), "DRAFT_PROMPT"), "PROTOCOL_BOUND")
  const prompt = then(required, "PROMPT_PUBLISHED")
  const planning = then(prompt, "ACCEPT_CURRENT")
  const plan = then(called(planning, "DRAFT_PLAN"), "PLAN_PUBLISHED")
  const ready = then(plan, "ACCEPT_CURRENT")
  const attempt = called(ready, "EXECUTE")
  const candidate = then(attempt, "CANDIDATE_PROPOSED")
  return {
    NO_CONTROLLER: opened("piped", max_repairs),
    PROMPT_REQUIRED: required,
    PROMPT_REVIEW: prompt,
    PLAN_REQUIRED: planning,
    PLAN_REVIEW: plan,
    EXECUTION_READY: ready,
    WAITING_INPUT: then(attempt, "INPUT_REQUESTED"),
    OUTCOME_UNCERTAIN: then(play(ready, started(ready, "EXECUTE")), "SESSION_RESTORED"),
    CLOSED_SUCCESS: then(candidate, "CLOSED_SUCCESS"),
    CLOSED_CANCELLED: then(prompt, "CANCEL"),
    CLOSED_UNVERIFIED: then(candidate, "CLOSED_UNVERIFIED")
  }
}

/** A run without review that is ready to be carried out. */
export function unreviewed(max_repairs: number | null = null): RunState {
  return then(analyzed("none", max_repairs), "PROTOCOL_BOUND")
}

/** A run with review, with an analysis and no prompt yet. */
export function beforeDraft(): RunState {
  return analyzed("piped", null)
}

export { then as after }

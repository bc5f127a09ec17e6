import { describe, expect, it } from "vitest"
import { brokenInvariants } from "../../src/protocol/invariants.ts"
import type { RunState } from "../../src/protocol/state.ts"
import { called, eventOf, started } from "./play.ts"
import { after, reviewed, unreviewed } from "./stages.ts"

const at = reviewed()
const prompt = at.PROMPT_REVIEW.prompt!
const plan = at.PLAN_REVIEW.plan!
const result = at.CLOSED_SUCCESS.result!
const input = at.WAITING_INPUT.pending_input!
const change = { change_id: "C-1", source_message: "shorter", changes_task: true, changes_approach: false }

// For every invariant, a state that breaks it, made from a sound one by hand.
const broken: Readonly<Record<string, RunState>> = {
  negative_highwater: { ...at.PROMPT_REQUIRED, plan_highwater: -1 },
  instance_stage: { ...at.NO_CONTROLLER, instance_id: "I-0123456789" },
  prompt_instance: { ...at.PROMPT_REVIEW, prompt: { ...prompt, artifact_id: "I-9999999999-P1" } },
  plan_instance: { ...at.PLAN_REVIEW, plan_highwater: 2 },
  result_instance: { ...at.CLOSED_SUCCESS, result: { ...result, artifact_id: "X1" } },
  unconfirmed_artifacts: { ...unreviewed(), prompt },
  plan_without_prompt: { ...at.PLAN_REVIEW, prompt: null },
  plan_source: { ...at.PLAN_REVIEW, plan: { ...plan, source_prompt_id: "I-0123456789-P0" } },
  prompt_missing: { ...at.PLAN_REQUIRED, prompt: null },
  prompt_gate: { ...at.EXECUTION_READY, prompt: { ...prompt, confirmed: false } },
  plan_missing: { ...at.EXECUTION_READY, plan: null },
  plan_gate: { ...at.PLAN_REVIEW, plan: { ...plan, confirmed: true } },
  plan_unexpected: { ...at.PLAN_REQUIRED, plan, plan_highwater: 1 },
  result_without_ancestors: { ...at.CLOSED_SUCCESS, plan: { ...plan, confirmed: false } },
  result_source_prompt: { ...at.CLOSED_SUCCESS, result: { ...result, source_prompt_id: null } },
  result_source_plan: { ...at.CLOSED_SUCCESS, result: { ...result, source_plan_id: null } },
  closed_without_result: { ...at.CLOSED_UNVERIFIED, result: null },
  closing_stage: { ...at.CLOSED_SUCCESS, stage: "CLOSED_UNVERIFIED" },
  waiting_descriptor: { ...at.WAITING_INPUT, pending_input: null },
  unexpected_pending_input: { ...at.EXECUTION_READY, pending_input: input },
  closed_pending_work: { ...at.CLOSED_CANCELLED, pending_question: "why?" },
  pending_change_source: { ...at.PROMPT_REVIEW, pending_change: { ...change, source_message: " " } },
  pending_change_effect: { ...at.PROMPT_REVIEW, pending_change: { ...change, changes_task: false } },
  pending_change_stage: { ...at.EXECUTION_READY, pending_change: change },
  approach_source_state: { ...at.PROMPT_REVIEW, approach_sources: [""] },
  uncertain_effect: { ...at.OUTCOME_UNCERTAIN, in_flight: null },
  executing_unconfirmed: { ...at.PLAN_REVIEW, in_flight: started(at.EXECUTION_READY, "EXECUTE") }
}

describe("brokenInvariants", () => {
  it.each(Object.entries(broken))("finds %s", (name, state) => {
    expect(brokenInvariants(state)).toContain(name)
  })

  it("finds nothing in a state that its events have made", () => {
    for (const state of [
      ...Object.values(at),
      unreviewed(),
      after(called(unreviewed(), "EXECUTE"), "INPUT_REQUESTED")
    ])
      expect(brokenInvariants(state)).toEqual([])
  })

  it("calls a stage closed when there is no closing event, and the other way round", () => {
    expect(brokenInvariants({ ...at.CLOSED_CANCELLED, closing: null })).toContain("closing_stage")
    const closing = eventOf("CANCEL", at.PROMPT_REVIEW)
    expect(brokenInvariants({ ...at.PROMPT_REVIEW, closing })).toContain("closing_stage")
  })
})

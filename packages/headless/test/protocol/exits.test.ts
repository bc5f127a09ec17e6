import { RunExit, type RunEnding, runExits } from "@byhand/exit-codes"
import { describe, expect, it } from "vitest"
import { harnessError } from "../../src/protocol/harness-error.ts"
import { exitOf } from "../../src/protocol/outcome.ts"
import { outcomeOf, type RunFacts } from "../../src/protocol/outcome-of.ts"
import type { RunState } from "../../src/protocol/state.ts"
import { called, eventOf, opened, play, started } from "./play.ts"
import { after, beforeDraft, reviewed, unreviewed } from "./stages.ts"

const places = reviewed()

function exit(state: RunState | null, facts: RunFacts = {}) {
  const { code, ending, closure } = exitOf(outcomeOf(state, facts))
  return [code, ending, closure]
}

describe("every exit of ADR-0019 is reached by events", () => {
  it("0: a deliverable that was verified, with review and without", () => {
    const bare = after(called(unreviewed(), "EXECUTE"), "CANDIDATE_PROPOSED")
    for (const state of [places.CLOSED_SUCCESS, after(bare, "CLOSED_SUCCESS")])
      expect(exit(state)).toEqual([0, "CLOSED_SUCCESS", "CLOSED_SUCCESS"])
  })

  it("0, closure REFUSED: a refusal in each of the phases before a controller exists", () => {
    const routed = after(called(opened(), "ACTIVATION"), "ACTIVATION_ROUTED")
    const budgeted = after(routed, "BUDGET_ROUTED")
    const phases = {
      activation: called(opened(), "ACTIVATION"),
      budget: routed,
      bootstrap: called(budgeted, "BOOTSTRAP_ANALYSIS"),
      prompt_draft: called(beforeDraft(), "DRAFT_PROMPT")
    } as const
    for (const [phase, state] of Object.entries(phases)) {
      const refused = play(state, {
        ...eventOf("PROTOCOL_REFUSED", state),
        phase: phase as keyof typeof phases
      })
      expect(refused.stage).toBeNull()
      expect(exit(refused), phase).toEqual([0, "REFUSED", "REFUSED"])
    }
  })

  it("0, closure DIRECT_ANSWER: an answer past the protocol", () => {
    for (const route of ["BYPASS", "PROTOCOL_DISCUSSION"] as const) {
      const asked = called(opened(), "ACTIVATION")
      const routed = play(asked, { ...eventOf("ACTIVATION_ROUTED", asked), route })
      const answered = after(called(routed, "ANSWER_QUESTION"), "DIRECT_ANSWER_GIVEN")
      expect(exit(answered)).toEqual([0, "DIRECT_ANSWER", "DIRECT_ANSWER"])
    }
  })

  it("1: a cancellation, at each gate, while waiting, from outside, and of a call that is given up", () => {
    const cancelled = [
      after(places.PROMPT_REVIEW, "CANCEL"),
      after(places.PLAN_REVIEW, "CANCEL"),
      after(places.WAITING_INPUT, "CANCEL"),
      after(places.PLAN_REVIEW, "NEW_TASK"),
      after(opened(), "SESSION_CANCELLED"),
      after(places.EXECUTION_READY, "SESSION_CANCELLED"),
      after(places.OUTCOME_UNCERTAIN, "EFFECT_ABANDONED")
    ]
    for (const state of cancelled) expect(exit(state)).toEqual([1, "CLOSED_CANCELLED", "CLOSED_CANCELLED"])
  })

  it("1: a verification that fails after repair, and a reply of an attempt that cannot be read", () => {
    const attempt = called(places.EXECUTION_READY, "EXECUTE", "not JSON")
    const repaired = called(after(attempt, "VERIFICATION_REPAIR"), "REPAIR", "not JSON either")
    for (const state of [attempt, repaired, after(repaired, "CANDIDATE_PROPOSED")])
      expect(exit(after(state, "VERIFICATION_FAILED"))).toEqual([1, "CLOSED_CANCELLED", "CLOSED_CANCELLED"])
  })

  it("1: a refusal once a controller exists, whatever the operation", () => {
    const refusing = [
      called(places.EXECUTION_READY, "EXECUTE"),
      called(unreviewed(), "EXECUTE"),
      called(places.PLAN_REQUIRED, "DRAFT_PLAN"),
      called(after(places.PROMPT_REVIEW, "REVISE_TASK"), "REVISE_PROMPT"),
      called(after(places.PLAN_REVIEW, "REVISE_APPROACH"), "REVISE_PLAN")
    ]
    for (const state of refusing)
      expect(exit(after(state, "PROTOCOL_BLOCKED"))).toEqual([1, "CLOSED_CANCELLED", "CLOSED_CANCELLED"])
  })

  it("2: each gate that nobody confirmed", () => {
    for (const gate of ["PROMPT_REVIEW", "PLAN_REVIEW"] as const)
      expect(exit(places[gate])).toEqual([2, "UNCONFIRMED_GATE", null])
  })

  it("3: input that was asked for, by an attempt and by a repair", () => {
    const repair = called(after(called(unreviewed(), "EXECUTE"), "VERIFICATION_REPAIR"), "REPAIR")
    for (const state of [places.WAITING_INPUT, after(repair, "INPUT_REQUESTED")])
      expect(exit(state)).toEqual([3, "WAITING_INPUT", null])
  })

  it("4: an error, wherever the open turn stands, and a turn that does not exist", () => {
    const error = harnessError({ code: "PROVIDER_UNAVAILABLE", message: "No answer." })
    for (const state of [null, ...Object.values(places).filter(({ closing }) => closing === null)])
      expect(exit(state, { error })).toEqual([4, "HARNESS_ERROR", null])
  })

  it("4, OUTCOME_UNCERTAIN: a call of which nobody knows whether it took place, before a controller too", () => {
    const first = play(opened(), started(opened(), "ACTIVATION"))
    for (const state of [places.OUTCOME_UNCERTAIN, after(first, "SESSION_RESTORED")])
      expect(outcomeOf(state, {})).toMatchObject({
        ending: "HARNESS_ERROR",
        error: { code: "OUTCOME_UNCERTAIN" }
      })
  })

  it("4: a run that stopped where none stops by itself, and never 2, which is a gate's", () => {
    for (const place of ["NO_CONTROLLER", "PROMPT_REQUIRED", "PLAN_REQUIRED", "EXECUTION_READY"] as const)
      expect(outcomeOf(places[place], {})).toMatchObject({ error: { code: "RUN_STOPPED_EARLY" } })
    expect(outcomeOf(null, {})).toMatchObject({ error: { code: "NOTHING_RUN" } })
  })

  it("5: a result that is published and not established, with its reason", () => {
    expect(exit(places.CLOSED_UNVERIFIED)).toEqual([5, "CLOSED_UNVERIFIED", "CLOSED_UNVERIFIED"])
    expect(outcomeOf(places.CLOSED_UNVERIFIED, {})).toMatchObject({
      closing: { reason: "NEGATIVE_DECLARED" }
    })
  })

  it("130 and 143: a signal, wherever the open turn stands, before any error", () => {
    const error = harnessError({ code: "PROVIDER_UNAVAILABLE", message: "No answer." })
    for (const state of [null, ...Object.values(places).filter(({ closing }) => closing === null)]) {
      expect(exit(state, { signal: "SIGINT", error })).toEqual([130, "INTERRUPTED", null])
      expect(exit(state, { signal: "SIGTERM" })).toEqual([143, "TERMINATED", null])
    }
  })

  it("a closed code stands whatever comes after it, and what came is a warning", () => {
    const error = harnessError({ code: "SESSION_NOT_SAVED", message: "The disk is full." })
    for (const place of ["CLOSED_SUCCESS", "CLOSED_CANCELLED", "CLOSED_UNVERIFIED"] as const) {
      const outcome = outcomeOf(places[place], { error, signal: "SIGINT" })
      expect(outcome.ending).toBe(place)
      expect(outcome.warnings.map(({ code }) => code)).toEqual([
        "ERROR_AFTER_CLOSING",
        "SIGNAL_AFTER_CLOSING"
      ])
    }
  })
})

describe("exitOf", () => {
  it("has the code of the exit table for every ending, and a closure for exactly the closed ones", () => {
    for (const { name, group, code } of runExits) {
      // Only the ending is looked at.
      const end = exitOf({ ending: name } as never)
      expect(end).toEqual({ code, ending: name, closure: group === "closed" ? name : null })
    }
  })

  it("gives 0 to nothing that is not closed", () => {
    const zero = (Object.keys(RunExit) as RunEnding[]).filter(
      (name) => RunExit[name] === RunExit.CLOSED_SUCCESS
    )
    for (const ending of zero) expect(exitOf({ ending } as never).closure).not.toBeNull()
  })
})

describe("the record of a harness error", () => {
  it("keeps its texts within what consumers rely on, and breaks no character", () => {
    const long = "𝄞".repeat(5000)
    const attempts = [{ provider: "p", message: long }]
    const error = harnessError({
      code: "OUTPUT_MALFORMED",
      message: `x${long}`,
      attempts,
      failed_generation: `y${long}`
    })
    expect(error.category).toBe("OUTPUT_MALFORMED")
    for (const [text, limit] of [
      [error.message, 2000],
      [error.attempts[0]?.message, 600],
      [error.failed_generation, 4000]
    ] as const) {
      expect(text?.length).toBeLessThanOrEqual(limit)
      expect(text?.length).toBeGreaterThan(limit - 2)
      expect(text).not.toMatch(/\p{Surrogate}/u)
    }
  })
})

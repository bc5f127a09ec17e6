import { describe, expect, it } from "vitest"
import { modelRequest } from "../../src/operations/model-request.ts"
import { called, eventOf, opened, play, started } from "../protocol/play.ts"
import { after, beforeDraft, reviewed, unreviewed } from "../protocol/stages.ts"

const at = reviewed()
const nothing = { previous: null, feedback: null }

describe("what a model sees", () => {
  it("is the request at first, and the turn that it carries on, labelled as it ended", () => {
    const previous = {
      turn_id: "turn_001",
      closure: "CLOSED_UNVERIFIED",
      request: "List primes",
      verified: false,
      deliverable: "2 3",
      record: "ARGUMENT: by argument"
    } as const
    expect(modelRequest("ACTIVATION", opened(), nothing).input).toEqual({
      request: "List the primes below 20"
    })
    expect(modelRequest("ACTIVATION", opened(), { ...nothing, previous }).input).toEqual({
      request: "List the primes below 20",
      previous_turn: previous
    })
  })

  it("is what a draft rests on, and no result", () => {
    expect(Object.keys(modelRequest("DRAFT_PROMPT", beforeDraft(), nothing).input)).toEqual([
      "request",
      "analysis"
    ])
    expect(modelRequest("DRAFT_PLAN", at.PLAN_REQUIRED, nothing).input).toEqual({ prompt: "prompt 1" })
    const wish = after(at.PROMPT_REVIEW, "REVISE_APPROACH")
    const planning = after(wish, "ACCEPT_CURRENT")
    expect(modelRequest("DRAFT_PLAN", planning, nothing).input).toMatchObject({
      approach_sources: ["as the person said"]
    })
  })

  it("is the change in the person's own words, when one is worked in", () => {
    const change = "as the person said"
    const task = after(at.PLAN_REVIEW, "REVISE_TASK")
    expect(modelRequest("REVISE_PROMPT", task, nothing).input).toMatchObject({ prompt: "prompt 1", change })
    const approach = after(at.PLAN_REVIEW, "REVISE_APPROACH")
    expect(modelRequest("REVISE_PLAN", approach, nothing).input).toMatchObject({ plan: "plan 1", change })
  })

  it("is what is shown, and the line, when a line is interpreted", () => {
    const line = after(at.PLAN_REVIEW, "LINE_TAKEN")
    expect(modelRequest("INTERPRET_GATE_LINE", line, nothing).input).toEqual({
      gate: "PLAN_REVIEW",
      shown: "plan 1",
      message: "as the person said"
    })
    const waiting = after(at.WAITING_INPUT, "LINE_TAKEN")
    expect(modelRequest("INTERPRET_EXECUTION_INPUT", waiting, nothing).input).toMatchObject({
      asked: { body: "Which file?" },
      message: "as the person said"
    })
  })

  it("is what was confirmed, the request, and every answer beside it, when the task is carried out", () => {
    const supplied = after(at.WAITING_INPUT, "SUPPLY_EXECUTION_INPUT")
    expect(modelRequest("EXECUTE", supplied, nothing).input).toEqual({
      request: "List the primes below 20",
      prompt: "prompt 1",
      plan: "plan 1",
      supplied_inputs: [{ asked: "Which file?", expected_type: "a path", answer: "as the person said" }]
    })
    expect(Object.keys(modelRequest("EXECUTE", unreviewed(), nothing).input)).toEqual(["request", "analysis"])
  })

  it("is the latest findings, and nothing of an attempt before, when it is repaired", () => {
    const repair = after(called(unreviewed(), "EXECUTE", "the old attempt"), "VERIFICATION_REPAIR")
    const { input } = modelRequest("REPAIR", repair, nothing)
    expect(input).toMatchObject({ findings: [{ code: "WRONG", message: "7 is missing" }] })
    expect(JSON.stringify(input)).not.toContain("the old attempt")
  })

  it("has the number of its call, which a retry and a call after an error count on", () => {
    const ready = at.PLAN_REQUIRED
    expect(modelRequest("DRAFT_PLAN", ready, nothing).ordinal).toBe(1)
    expect(
      modelRequest("DRAFT_PLAN", called(ready, "DRAFT_PLAN"), { ...nothing, feedback: "no" })
    ).toMatchObject({
      ordinal: 2,
      feedback: "no"
    })
    const calling = play(ready, started(ready, "DRAFT_PLAN"))
    const interrupted = play(calling, eventOf("EFFECT_INTERRUPTED", calling))
    expect(modelRequest("DRAFT_PLAN", interrupted, nothing).ordinal).toBe(1)
  })
})

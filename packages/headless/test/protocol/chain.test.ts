import { describe, expect, it } from "vitest"
import { carriedTurn, chainAfter } from "../../src/protocol/chain.ts"
import { called, eventOf, opened, play } from "./play.ts"
import { after, reviewed, unreviewed } from "./stages.ts"

const at = reviewed()

describe("a new message", () => {
  it("is not possible on an open turn: a question is answered, anything else resumed", () => {
    expect(chainAfter(at.WAITING_INPUT)).toEqual({ _tag: "Open", goOn: "answer" })
    for (const place of ["NO_CONTROLLER", "PROMPT_REVIEW", "EXECUTION_READY", "OUTCOME_UNCERTAIN"] as const)
      expect(chainAfter(at[place])).toEqual({ _tag: "Open", goOn: "resume" })
  })

  it("opens the next turn in the workspace of a turn that its controller closed", () => {
    for (const place of ["CLOSED_SUCCESS", "CLOSED_CANCELLED", "CLOSED_UNVERIFIED"] as const)
      expect(chainAfter(at[place])).toEqual({
        _tag: "Chained",
        workspace_id: "W-0123456789ab",
        previous: "turn_001"
      })
  })

  it("begins a workspace after a refusal, a direct answer, a new task, and at first", () => {
    const asked = called(opened(), "ACTIVATION")
    const routed = play(asked, { ...eventOf("ACTIVATION_ROUTED", asked), route: "BYPASS" })
    const fresh = [
      null,
      after(asked, "PROTOCOL_REFUSED"),
      after(called(routed, "ANSWER_QUESTION"), "DIRECT_ANSWER_GIVEN"),
      after(at.PLAN_REVIEW, "NEW_TASK"),
      after(opened(), "SESSION_CANCELLED")
    ]
    for (const state of fresh) expect(chainAfter(state)).toEqual({ _tag: "Fresh" })
  })
})

describe("what the next turn is told", () => {
  it("is a verified deliverable after a success, and an unverified one after CLOSED_UNVERIFIED", () => {
    const deliverable = "2 3 5 7 11 13 17 19"
    expect(carriedTurn(at.CLOSED_SUCCESS)).toMatchObject({ verified: true, deliverable, record: null })
    expect(carriedTurn(at.CLOSED_UNVERIFIED)).toMatchObject({
      verified: false,
      deliverable,
      record: "NEGATIVE_DECLARED: Nobody can check it."
    })
  })

  it("is the task and the record of its failure after a cancelled turn, labelled unverified", () => {
    const attempt = called(unreviewed(), "EXECUTE")
    const failed = play(attempt, { ...eventOf("VERIFICATION_FAILED", attempt), candidate: "2 3 5" })
    expect(carriedTurn(failed)).toEqual({
      turn_id: "turn_001",
      closure: "CLOSED_CANCELLED",
      request: "List the primes below 20",
      verified: false,
      deliverable: "2 3 5",
      record: "WRONG: 7 is missing"
    })
    expect(carriedTurn(after(attempt, "PROTOCOL_BLOCKED"))).toMatchObject({
      deliverable: null,
      record: "No."
    })
    expect(carriedTurn(at.CLOSED_CANCELLED)).toMatchObject({ deliverable: null, record: "CANCEL" })
  })

  it("is nothing after a refusal, and nothing of an open turn", () => {
    expect(carriedTurn(after(called(opened(), "ACTIVATION"), "PROTOCOL_REFUSED"))).toBeNull()
    expect(carriedTurn(at.PLAN_REVIEW)).toBeNull()
  })
})

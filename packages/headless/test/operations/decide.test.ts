import { describe, expect, it } from "vitest"
import { exitOf } from "../../src/protocol/outcome.ts"
import { opened } from "../protocol/play.ts"
import { type Played, playOut, type Script } from "./play-out.ts"
import { replies, unreviewedAttempts } from "./replies.ts"

const opening = {
  ACTIVATION: [{ route: "APPLY_PROTOCOL" }],
  BOOTSTRAP_ANALYSIS: [replies.BOOTSTRAP_ANALYSIS[0]!]
}
const drafted = { ...opening, DRAFT_PROMPT: [replies.DRAFT_PROMPT[0]!], DRAFT_PLAN: [replies.DRAFT_PLAN[0]!] }
const [result, , question] = replies.EXECUTE as [object, object, object]
const [bareResult, , bareQuestion] = unreviewedAttempts as [object, object, object]
const wrong = {
  _tag: "Failed",
  findings: [{ code: "WRONG", message: "7 is missing" }],
  measured: true
} as const

const reviewed = (script: Script, max_repairs: number | null = null) =>
  playOut(opened("piped", max_repairs), script)
const unreviewed = (script: Script, max_repairs: number | null = null) =>
  playOut(opened("none", max_repairs), script)
const codeOf = ({ outcome }: Played) => Number(exitOf(outcome).code)

describe("a run that is played out", () => {
  it("ends with 0 and a deliverable when both gates are confirmed and the verifier has nothing against it", () => {
    const run = reviewed({ replies: { ...drafted, EXECUTE: [result] }, lines: ["/confirm", "looks good"] })
    expect(run.outcome).toMatchObject({
      ending: "CLOSED_SUCCESS",
      closing: { deliverable: "2 3 5 7", result_id: "I-0123456789-X1", source_plan_id: "I-0123456789-R1" }
    })
    expect(run.calls).toEqual(["ACTIVATION", "BOOTSTRAP_ANALYSIS", "DRAFT_PROMPT", "DRAFT_PLAN", "EXECUTE"])
  })

  it("ends with 0 without review, and publishes how the request was read", () => {
    const run = unreviewed({ replies: { ...opening, EXECUTE: [bareResult] } })
    expect(run.outcome).toMatchObject({
      ending: "CLOSED_SUCCESS",
      closing: { interpretation: "Primes in order.", source_prompt_id: null }
    })
    expect(run.calls).toEqual(["ACTIVATION", "BOOTSTRAP_ANALYSIS", "EXECUTE"])
  })

  it("ends with 2 at the gate where no confirming line comes, and executes nothing", () => {
    for (const lines of [
      [],
      ["", "  "],
      ["/nonsense"],
      ["/quit", "/confirm"],
      ["/confirm"],
      ["/confirm", "/help"]
    ]) {
      const run = reviewed({ replies: drafted, lines })
      expect([lines, codeOf(run), run.calls.includes("EXECUTE")]).toEqual([lines, 2, false])
    }
  })

  it.each(["REFUSAL", "ADVERSARIAL", "BLOCKED_BY_HIGHER_PRIORITY"])(
    "ends with 0, REFUSED, at activation: %s",
    (route) => {
      const run = reviewed({ replies: { ACTIVATION: [{ route, response: "No." }] } })
      expect(run.outcome).toMatchObject({
        ending: "REFUSED",
        closing: { phase: "activation", verdict: route, text: "No." }
      })
    }
  )

  it.each(["REFUSAL", "ADVERSARIAL", "BLOCKED_BY_HIGHER_PRIORITY", "REFUSED"])(
    "ends with 0, REFUSED, at the bootstrap: %s",
    (kind) => {
      const run = reviewed({ replies: { ...opening, BOOTSTRAP_ANALYSIS: [{ kind, response: "No." }] } })
      expect(run.outcome).toMatchObject({ ending: "REFUSED", closing: { phase: "bootstrap", verdict: kind } })
    }
  )

  it("ends with 0, REFUSED, at the first draft, and with 1 at a later one", () => {
    const blocked = replies.DRAFT_PROMPT[2]!
    const first = reviewed({ replies: { ...opening, DRAFT_PROMPT: [blocked] } })
    expect(first.outcome).toMatchObject({
      ending: "REFUSED",
      closing: { phase: "prompt_draft", blocking_basis: "POLICY_SCOPE" }
    })
    const later = [
      reviewed({ replies: { ...drafted, REVISE_PROMPT: [blocked] }, lines: ["/revise shorter"] }),
      reviewed({ replies: { ...drafted, DRAFT_PLAN: [blocked] }, lines: ["ok"] }),
      reviewed({ replies: { ...drafted, REVISE_PLAN: [blocked] }, lines: ["ok", "/revise by hand"] }),
      reviewed({ replies: { ...drafted, EXECUTE: [replies.EXECUTE[4]!] }, lines: ["ok", "ok"] }),
      unreviewed({ replies: { ...opening, EXECUTE: [replies.EXECUTE[4]!] } })
    ]
    for (const run of later)
      expect(run.outcome).toMatchObject({ ending: "CLOSED_CANCELLED", closing: { kind: "PROTOCOL_BLOCKED" } })
  })

  it("never refuses, and never leaves the protocol, by an activation that is not sure", () => {
    for (const route of [{ route: "REFUSAL", response: "No." }, { route: "BYPASS" }]) {
      const run = reviewed({ replies: { ...drafted, ACTIVATION: [{ ...route, confidence: 0.84 }] } })
      expect(run.outcome.ending).toBe("UNCONFIRMED_GATE")
    }
  })

  it("ends with 0, DIRECT_ANSWER, for a remark and for a question about the protocol", () => {
    for (const route of ["BYPASS", "PROTOCOL_DISCUSSION"]) {
      const run = reviewed({
        replies: { ACTIVATION: [{ route }], ANSWER_QUESTION: [{ kind: "ANSWER", body: "Hello." }] }
      })
      expect(run.outcome).toMatchObject({ ending: "DIRECT_ANSWER", closing: { text: "Hello." } })
    }
  })

  it("ends with 3 when it asks, with a description that is derived if none is given", () => {
    const run = unreviewed({ replies: { ...opening, EXECUTE: [bareQuestion] } })
    expect(run.outcome).toMatchObject({
      ending: "WAITING_INPUT",
      input: { expected_type: "a number", description: "Below which number?", input_id: "X-1" }
    })
    const described = unreviewed({ replies: { ...opening, EXECUTE: [unreviewedAttempts[3]!] } })
    expect(described.outcome).toMatchObject({ input: { description: "The limit" } })
  })

  it("goes on from an answer, which stands beside the request", () => {
    const script = { ...opening, EXECUTE: [bareQuestion, bareResult] }
    for (const reply of [
      { kind: "SUPPLY_EXECUTION_INPUT" },
      { kind: "UNRESOLVED" },
      { kind: "CANCEL", confidence: 0.5 }
    ]) {
      const run = unreviewed({ replies: { ...script, INTERPRET_EXECUTION_INPUT: [reply] }, lines: ["yes"] })
      expect(codeOf(run)).toBe(0)
      expect(run.state).toMatchObject({
        request: "List the primes below 20",
        supplied_inputs: [{ answer: "yes" }]
      })
    }
  })

  it("takes a line as the answer when its interpreter cannot be understood, after one more try", () => {
    const run = unreviewed({
      replies: { ...opening, EXECUTE: [bareQuestion, bareResult], INTERPRET_EXECUTION_INPUT: ["hm", "hm"] },
      lines: ["20"]
    })
    expect(codeOf(run)).toBe(0)
    expect(run.events).toContainEqual(
      expect.objectContaining({ kind: "SUPPLY_EXECUTION_INPUT", defaulted: true, source: "20" })
    )
  })

  it("works a change of the task in while input is waited for, and has it confirmed anew", () => {
    const run = reviewed({
      replies: { ...drafted, EXECUTE: [question], REVISE_PROMPT: [replies.REVISE_PROMPT[0]!] },
      lines: ["ok", "ok", "/revise below 10"]
    })
    expect(run.outcome).toMatchObject({ ending: "UNCONFIRMED_GATE", gate: "PROMPT_REVIEW" })
    expect(run.state).toMatchObject({ pending_input: null, plan: null, prompt: { confirmed: false } })
  })

  it("ends with 1 after the repairs that it has, each with the latest findings", () => {
    for (const [max, repairs] of [
      [null, 1],
      [0, 0],
      [3, 3]
    ] as const) {
      const verdicts = Array.from({ length: 5 }, () => wrong)
      const run = unreviewed(
        {
          replies: { ...opening, EXECUTE: [bareResult], REPAIR: [bareResult, bareResult, bareResult] },
          verdicts
        },
        max
      )
      expect(run.outcome).toMatchObject({
        ending: "CLOSED_CANCELLED",
        closing: { kind: "VERIFICATION_FAILED", candidate: "2 3 5 7" }
      })
      expect(run.calls.filter((operation) => operation === "REPAIR").length).toBe(repairs)
    }
  })

  it("ends with 0 when a repair passes, and with 3 when a repair asks", () => {
    const script = { ...opening, EXECUTE: [bareResult] }
    expect(codeOf(unreviewed({ replies: { ...script, REPAIR: [bareResult] }, verdicts: [wrong] }))).toBe(0)
    expect(codeOf(unreviewed({ replies: { ...script, REPAIR: [bareQuestion] }, verdicts: [wrong] }))).toBe(3)
  })

  it("gives one more repair after an attempt that should have run a program and ran none", () => {
    const unmeasured = { ...wrong, measured: false }
    const run = unreviewed({
      replies: { ...opening, EXECUTE: [bareResult], REPAIR: [bareResult, bareResult] },
      verdicts: [unmeasured, unmeasured, unmeasured]
    })
    expect(run.calls.filter((operation) => operation === "REPAIR").length).toBe(2)
    expect(codeOf(run)).toBe(1)
  })

  it("ends with 1 for a reply at EXECUTE that cannot be read, and with 4 for one anywhere else", () => {
    const run = unreviewed({ replies: { ...opening, EXECUTE: ["I cannot."], REPAIR: ['{"kind":"RESULT"}'] } })
    expect(run.outcome).toMatchObject({
      ending: "CLOSED_CANCELLED",
      closing: { findings: [{ code: "OUTPUT_MALFORMED" }], candidate: null }
    })
    expect(run.calls).toEqual(["ACTIVATION", "BOOTSTRAP_ANALYSIS", "EXECUTE", "REPAIR"])
    const elsewhere = [
      reviewed({ replies: { ACTIVATION: ["?", "?"] } }),
      reviewed({ replies: { ...opening, BOOTSTRAP_ANALYSIS: ["?", "?"] } }),
      reviewed({ replies: { ...opening, DRAFT_PROMPT: ["?", "?"] } }),
      reviewed({ replies: { ...drafted, DRAFT_PLAN: ["?", "?"] }, lines: ["ok"] }),
      reviewed({ replies: { ...drafted, REVISE_PROMPT: ["?", "?"] }, lines: ["/revise x"] }),
      reviewed({ replies: { ...drafted, INTERPRET_GATE_LINE: ["?", "?"] }, lines: ["hm"] })
    ]
    for (const stopped of elsewhere) {
      expect(stopped.outcome).toMatchObject({
        ending: "HARNESS_ERROR",
        error: { code: "OUTPUT_MALFORMED", failed_generation: "?" }
      })
      expect(stopped.calls.at(-1)).toBe(stopped.calls.at(-2))
    }
  })

  it("takes the second reply of a wire retry, and has none with --max-repairs 0", () => {
    const script = { replies: { ...drafted, ACTIVATION: ["?", { route: "APPLY_PROTOCOL" }] } }
    expect(codeOf(reviewed(script))).toBe(2)
    expect(reviewed(script, 0)).toMatchObject({ calls: ["ACTIVATION"], outcome: { ending: "HARNESS_ERROR" } })
  })

  it("ends with 5 when the verifier can neither fail nor establish the result", () => {
    for (const reason of ["NEGATIVE_DECLARED", "OPEN_DEFECTS", "ARGUMENT"] as const) {
      const verdict = { _tag: "Unestablished", reason, note: "Not computed.", verification: {} } as const
      const run = unreviewed({ replies: { ...opening, EXECUTE: [bareResult] }, verdicts: [verdict] })
      expect(run.outcome).toMatchObject({
        ending: "CLOSED_UNVERIFIED",
        closing: { reason, note: "Not computed.", deliverable: "2 3 5 7" }
      })
    }
  })
})

const facts = {
  kind: "REVIEW_FACTS",
  task_change_dimensions: [],
  approach_change_dimensions: [],
  progression_requested: false
}

/** The event that an interpreted line came to. */
function intentOf(reply: object, lines: readonly string[]) {
  const script = {
    ...drafted,
    INTERPRET_GATE_LINE: [reply],
    ANSWER_QUESTION: [{ kind: "ANSWER", body: "So." }],
    REVISE_PROMPT: [replies.REVISE_PROMPT[0]!],
    REVISE_PLAN: [replies.REVISE_PLAN[0]!]
  }
  const { events } = reviewed({ replies: script, lines })
  return events.find(
    (event) => "interpretation" in event && event.kind !== "INPUT_REQUESTED" && event.interpretation !== null
  )
}

describe("a line that an interpreter reads", () => {
  const atPrompt = ["what I mean"]
  const atPlan = ["ok", "what I mean"]

  it("changes the task before the approach, the approach before going on, and else is discussion", () => {
    const both = {
      ...facts,
      task_change_dimensions: ["SCOPE_OR_EXCLUSION"],
      approach_change_dimensions: ["METHOD"],
      progression_requested: true
    }
    expect(intentOf(both, atPrompt)).toMatchObject({
      kind: "REVISE_TASK",
      also_changes_approach: true,
      source: "what I mean"
    })
    expect(intentOf({ ...both, task_change_dimensions: [] }, atPrompt)).toMatchObject({
      kind: "REVISE_APPROACH"
    })
    expect(intentOf({ ...facts, progression_requested: true }, atPrompt)).toMatchObject({
      kind: "ACCEPT_CURRENT",
      by: "stdin"
    })
    expect(intentOf(facts, atPrompt)).toMatchObject({ kind: "SUBSTANTIVE_DISCUSSION" })
  })

  it("is about the approach at the plan gate when it only touches the wording of the task", () => {
    for (const task_change_dimensions of [
      ["ACTION_SUBJECT_OR_OBJECT"],
      ["OTHER_TASK_OR_RESULT", "ACTION_SUBJECT_OR_OBJECT"]
    ]) {
      expect(intentOf({ ...facts, task_change_dimensions }, atPlan)).toMatchObject({
        kind: "REVISE_APPROACH"
      })
      expect(intentOf({ ...facts, task_change_dimensions }, atPrompt)).toMatchObject({ kind: "REVISE_TASK" })
    }
    const wider = { ...facts, task_change_dimensions: ["ACTION_SUBJECT_OR_OBJECT", "AUDIENCE_OR_FORM"] }
    expect(intentOf(wider, atPlan)).toMatchObject({ kind: "REVISE_TASK" })
  })

  it("is unresolved below 0.85, whatever it is said to be, and confirms nothing", () => {
    for (const reply of [
      { ...facts, progression_requested: true },
      { kind: "CANCEL" },
      { kind: "NEW_TASK" }
    ]) {
      expect(intentOf({ ...reply, confidence: 0.849 }, atPrompt)).toMatchObject({ kind: "UNRESOLVED" })
      expect(intentOf({ ...reply, confidence: 0.85 }, atPrompt)).not.toMatchObject({ kind: "UNRESOLVED" })
    }
  })

  it.each(["NEW_TASK", "CANCEL", "UNRESOLVED", "PROTOCOL_DISCUSSION", "SUBSTANTIVE_DISCUSSION"])(
    "is %s when it is said to be",
    (kind) => {
      for (const lines of [atPrompt, atPlan]) expect(intentOf({ kind }, lines)).toMatchObject({ kind })
    }
  )
})

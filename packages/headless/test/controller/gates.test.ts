import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { type DecisionPoint, gateWords, Lines } from "../../src/index.ts"
import { exitOf, expectCancelled, resultOf } from "./reports.ts"
import { run } from "./situations.ts"
import { confirmed, drafted, plan, prompt, question, reply, result } from "./taped.ts"

const whole = { turns: [{ ...drafted, EXECUTE: [result] }] }
const facts = { kind: "REVIEW_FACTS", task_change_dimensions: [], approach_change_dimensions: [] }
const proceeds = reply({ ...facts, progression_requested: true })

/** A person at a terminal, who types a line whenever one is asked for. */
function terminal(answer: (point: DecisionPoint) => string | null): Layer.Layer<Lines> {
  return Layer.succeed(Lines, {
    by: "terminal",
    next: (point) => Effect.sync(() => answer(point)),
    say: () => Effect.void
  })
}

function decisionsOf(events: readonly { kind: string; payload: object }[]) {
  return events.filter(({ kind }) => kind === "ACCEPT_CURRENT").map(({ payload }) => payload)
}

describe("at a gate", () => {
  it.each([...gateWords.accept, "/confirm", "  Looks Good ", "/CONFIRM"])(
    "%j confirms what is shown, without a model call",
    async (line) => {
      const { host, report } = await run({ tape: whole, lines: [line, line] })
      expect(exitOf(report)[0]).toBe(0)
      expect(host.operations).not.toContain("INTERPRET_GATE_LINE")
    }
  )

  it.each([
    ["a blank line", ["", "  ", "\t"]],
    ["/confirm with something behind it", ["/confirm all of it"]],
    ["/help", ["/help"]],
    ["a command that there is not", ["/yes", "/confirmed"]],
    ["/revise without a text", ["/revise"]]
  ])("%s decides nothing, and no model sees it", async (_what, lines) => {
    const { host, report } = await run({ tape: whole, lines })
    expect(exitOf(report)).toEqual([2, "UNCONFIRMED_GATE", null])
    expect(host.operations).toEqual(["ACTIVATION", "BOOTSTRAP_ANALYSIS", "DRAFT_PROMPT"])
  })

  it("says what can be typed, and which command is unknown, and stays where it is", async () => {
    const { host } = await run({ tape: whole, lines: ["/help", "/yes", ""] })
    expect(host.notices).toEqual([
      { _tag: "Guidance", at: "Gate" },
      { _tag: "UnknownCommand", command: "/yes" }
    ])
  })

  it("every confirmation says by whom, and of what it is", async () => {
    const { host, id } = await run({ tape: whole })
    const [first, second] = decisionsOf(host.events(id))
    expect(first).toMatchObject({ by: "stdin", interpretation: null })
    expect(first).toMatchObject({ artifact_id: expect.stringMatching(/-P1$/) as string })
    expect(second).toMatchObject({ artifact_id: expect.stringMatching(/-R1$/) as string })
  })

  it("a person at the terminal is asked at both gates and at the question, and is on record", async () => {
    const asked: string[] = []
    const { host, report, id } = await run({
      tape: {
        turns: [
          {
            ...drafted,
            EXECUTE: [question, result],
            INTERPRET_EXECUTION_INPUT: [reply({ kind: "SUPPLY_EXECUTION_INPUT" })]
          }
        ]
      },
      lines: terminal((point) => {
        asked.push(point._tag === "Gate" ? point.gate : point._tag)
        return point._tag === "Gate" ? "ok" : "below 20"
      })
    })
    expect(exitOf(report)[0]).toBe(0)
    expect(asked).toEqual(["PROMPT_REVIEW", "PLAN_REVIEW", "Question"])
    expect(decisionsOf(host.events(id))).toMatchObject([{ by: "terminal" }, { by: "terminal" }])
    expect(host.calls.at(-1)?.input["supplied_inputs"]).toEqual([
      { asked: question.reply.body, expected_type: question.reply.expected_type, answer: "below 20" }
    ])
  })

  it("an interpreter's word confirms only if it is sure that the person wants to go on", async () => {
    const tape = (first: object) => ({
      turns: [{ ...drafted, INTERPRET_GATE_LINE: [reply({ ...first }), proceeds], EXECUTE: [result] }]
    })
    const lines = ["That is what I meant", "ok"]
    expect(exitOf((await run({ tape: tape(proceeds.reply), lines })).report)[0]).toBe(0)
    for (const unsure of [
      { ...proceeds.reply, confidence: 0.84 },
      { ...facts, progression_requested: false },
      { kind: "UNRESOLVED" }
    ]) {
      const { host, report } = await run({ tape: tape(unsure), lines: lines.slice(0, 1) })
      expect(exitOf(report)[0]).toBe(2)
      expect(resultOf(report).gate?.gate).toBe("PROMPT_REVIEW")
      expect(host.notices).toHaveLength(1)
    }
  })

  it("a line is on the device before its interpreter is asked, and is never replaced by what it says", async () => {
    const { host, id } = await run({
      tape: { turns: [{ ...drafted, INTERPRET_GATE_LINE: [proceeds] }] },
      lines: ["Go on, then"]
    })
    const kinds = host.kinds(id)
    const taken = kinds.indexOf("LINE_TAKEN")
    expect(kinds.slice(taken, taken + 4)).toEqual([
      "LINE_TAKEN",
      "EFFECT_STARTED",
      "EFFECT_FINISHED",
      "ACCEPT_CURRENT"
    ])
    expect(host.events(id)[taken]?.payload).toEqual({ text: "Go on, then", by: "stdin" })
  })

  it("a change of the task makes a new prompt, and takes the confirmation back", async () => {
    const other = reply({ ...prompt.reply, prompt_body: "List the primes below 10." })
    const { host, report, id } = await run({
      tape: { turns: [{ ...drafted, INTERPRET_GATE_LINE: [changes], REVISE_PROMPT: [other] }] },
      lines: ["ok", "Only below 10, please"]
    })
    expect(resultOf(report).gate).toMatchObject({ gate: "PROMPT_REVIEW", body: "List the primes below 10." })
    expect(host.sessions.view(id).states.run.turn).toMatchObject({
      prompt: { confirmed: false },
      plan: null,
      request: "List the primes below 20"
    })
    expect(host.calls.at(-1)).toMatchObject({
      operation: "REVISE_PROMPT",
      input: { request: "List the primes below 20", change: "Only below 10, please" }
    })
  })

  it("a change of the approach makes a new plan, and keeps the prompt confirmed", async () => {
    const other = reply({ ...plan.reply, neutral_plan_body: "1. Divide." })
    const { host, report, id } = await run({
      tape: { turns: [{ ...drafted, REVISE_PLAN: [other] }] },
      lines: ["ok", "/revise Divide instead"]
    })
    expect(resultOf(report).gate).toMatchObject({ gate: "PLAN_REVIEW", body: "1. Divide." })
    expect(host.sessions.view(id).states.run.turn).toMatchObject({
      prompt: { confirmed: true },
      plan: { confirmed: false },
      approach_sources: ["Divide instead"]
    })
  })

  it("a wish about the approach at the prompt's gate is kept for the plan, without a model call", async () => {
    const approach = reply({ ...facts, approach_change_dimensions: ["METHOD"], progression_requested: false })
    const { host, report } = await run({
      tape: { turns: [{ ...drafted, INTERPRET_GATE_LINE: [approach] }] },
      lines: ["With a sieve", "ok"]
    })
    expect(resultOf(report).gate?.gate).toBe("PLAN_REVIEW")
    expect(host.calls.at(-1)).toMatchObject({
      operation: "DRAFT_PLAN",
      input: { approach_sources: ["With a sieve"] }
    })
  })

  it("a change whose call fails is dropped, and the stage stays", async () => {
    const failed = { failure: { code: "PROVIDER_UNAVAILABLE", message: "Away." } } as const
    const { host, report, id } = await run({
      tape: { turns: [{ ...drafted, REVISE_PROMPT: [failed] }] },
      lines: ["/revise Only below 10"]
    })
    expect(exitOf(report)[0]).toBe(4)
    const resumed = await host.again().resume({ sessionId: id })
    expect(exitOf(resumed)[0]).toBe(2)
    expect(host.sessions.view(id).states.run.turn).toMatchObject({
      stage: "PROMPT_REVIEW",
      pending_change: null
    })
  })

  it("a question about the protocol is answered, and a remark is put off; neither confirms", async () => {
    const { host, report } = await run({
      tape: {
        turns: [
          {
            ...drafted,
            INTERPRET_GATE_LINE: [
              reply({ kind: "PROTOCOL_DISCUSSION" }),
              reply({ kind: "SUBSTANTIVE_DISCUSSION" })
            ],
            ANSWER_QUESTION: [reply({ kind: "ANSWER", body: "Two." })]
          }
        ]
      },
      lines: ["How many gates are there?", "Primes are nice"]
    })
    expect(exitOf(report)[0]).toBe(2)
    expect(host.notices).toEqual([{ _tag: "Answered", text: "Two." }, { _tag: "AfterConfirmations" }])
  })

  it("a new task closes the old one, and is run in a workspace of its own: the exit is its", async () => {
    const { host, report, id } = await run({
      tape: {
        turns: [{ ...drafted, INTERPRET_GATE_LINE: [reply({ kind: "NEW_TASK" })] }, whole.turns[0]!]
      },
      lines: ["List the squares instead", ...confirmed]
    })
    expect(exitOf(report)[0]).toBe(0)
    expect(report.turn_id).toBe("turn_002")
    expect(JSON.parse(host.file(id, "turns/turn_001.json"))).toMatchObject({ status: "CLOSED_CANCELLED" })
    const opened = host.events(id).filter(({ kind }) => kind === "TURN_OPENED")
    expect(opened[1]?.payload).toMatchObject({ request: "List the squares instead", previous: null })
    expect(opened[0]?.payload["workspace_id"]).not.toBe(opened[1]?.payload["workspace_id"])
    expect(host.calls.at(-1)?.turn_id).toBe("turn_002")
  })
})

const changes = reply({
  ...facts,
  task_change_dimensions: ["QUANTITY_TIME_OR_CONDITION"],
  progression_requested: true
})

describe("lines that are left over", () => {
  it.each([
    ["a question", { ...drafted, EXECUTE: [question] }, 3],
    ["a success", { ...drafted, EXECUTE: [result] }, 0],
    ["a refusal", { ACTIVATION: [reply({ route: "REFUSAL", response: "No." })] }, 0],
    ["an error", { ...drafted, EXECUTE: [] }, 4],
    ["a failed verification", { ...drafted, EXECUTE: [{ text: "no" }], REPAIR: [{ text: "no" }] }, 1]
  ])("after %s start nothing, and are not read", async (_what, turn, code) => {
    let read = 0
    const lines = [...confirmed, "/confirm", "List the squares", "/cancel", "yes"]
    const { host, report } = await run({
      tape: { turns: [turn, { ...drafted, EXECUTE: [result] }] },
      lines: Layer.succeed(Lines, {
        by: "stdin",
        next: () => Effect.sync(() => lines[read++] ?? null),
        say: () => Effect.void
      })
    })
    expect(exitOf(report)[0]).toBe(code)
    expect(read).toBeLessThanOrEqual(2)
    expect(host.calls.filter(({ turn_id }) => turn_id !== "turn_001")).toEqual([])
    expect(host.sessions.list()).toHaveLength(1)
  })

  it("do not answer a question that was asked after they were piped in", async () => {
    const { host, report } = await run({
      tape: { turns: [{ ...drafted, EXECUTE: [question, result] }] },
      lines: [...confirmed, "20", "20"]
    })
    expect(exitOf(report)[0]).toBe(3)
    expect(host.operations.filter((operation) => operation === "EXECUTE")).toHaveLength(1)
  })

  it("at a resumed question, an answer by a line is interpreted, and one more question pauses again", async () => {
    const supplied = reply({ kind: "SUPPLY_EXECUTION_INPUT" })
    const { host, id } = await run({
      tape: {
        turns: [{ ...drafted, EXECUTE: [question, question, result], INTERPRET_EXECUTION_INPUT: [supplied] }]
      }
    })
    const resumed = await host.again({ lines: ["", "/confirm", "20", "21"] }).resume({ sessionId: id })
    expect(exitOf(resumed)[0]).toBe(3)
    expect(resultOf(resumed).question?.input_id).toBe("X-2")
    const answered = host.events(id).filter(({ kind }) => kind === "ANSWER_ACCEPTED")
    expect(answered.map(({ payload }) => payload["answer"])).toEqual(["20"])
  })

  it.each([
    ["CANCEL", { kind: "CANCEL" }, "CANCEL"],
    ["NEW_TASK", { kind: "NEW_TASK" }, "NEW_TASK"]
  ])("at a resumed question, a line that means %s is no answer", async (_what, decision, kind) => {
    const { host, id } = await run({
      tape: {
        turns: [{ ...drafted, EXECUTE: [question], INTERPRET_EXECUTION_INPUT: [reply(decision)] }, drafted]
      }
    })
    const resumed = await host.again({ lines: ["Leave that"] }).resume({ sessionId: id })
    const kinds = host.kinds(id)
    expect(kinds).toContain("INPUT_WITHDRAWN")
    expect(kinds).toContain(kind)
    if (kind === "CANCEL") expectCancelled(resumed, "CANCEL")
    else expect(exitOf(resumed)[0]).toBe(2)
  })

  it("at a resumed question, a line that changes the task makes a new prompt, and the question is withdrawn", async () => {
    const change = reply({ kind: "REVISE_TASK", also_changes_approach: false })
    const { host, id } = await run({
      tape: {
        turns: [
          { ...drafted, EXECUTE: [question], INTERPRET_EXECUTION_INPUT: [change], REVISE_PROMPT: [prompt] }
        ]
      }
    })
    const resumed = await host.again({ lines: ["Rather below 10"] }).resume({ sessionId: id })
    expect(resultOf(resumed).gate?.gate).toBe("PROMPT_REVIEW")
    expect(host.kinds(id)).toContain("INPUT_WITHDRAWN")
    const answered = await host.again().answer({ sessionId: id, answer: "20" })
    expect(answered.envelope.error?.code).toBe("SESSION_NOT_WAITING")
  })
})

import { describe, expect, it } from "vitest"
import { exitOf, idOf, resultOf } from "./reports.ts"
import { run } from "./situations.ts"
import { drafted, question } from "./taped.ts"

describe("a run ends with 2", () => {
  it.each([
    ["its first gate", [], "PROMPT_REVIEW", "List the primes below 20, in one line."],
    ["its second gate", ["/confirm"], "PLAN_REVIEW", "1. Sieve the numbers from 2 to 19."],
    ["a gate where reading is ended", ["/quit", "/confirm", "/confirm"], "PROMPT_REVIEW", undefined]
  ])("at %s, with what is shown there, and nothing is executed", async (_where, lines, gate, body) => {
    const { host, report } = await run({ tape: { turns: [drafted] }, lines })
    expect(exitOf(report)).toEqual([2, "UNCONFIRMED_GATE", null])
    expect(resultOf(report)).toMatchObject({
      stage: gate,
      gate: { gate, ...(body === undefined ? {} : { body }) },
      resume: { action: "resume", session_id: idOf(report), command: null }
    })
    expect(host.operations).not.toContain("EXECUTE")
  })

  it("names the command that goes on, if the program told its name", async () => {
    const { report } = await run({ tape: { turns: [drafted] }, lines: [] }, { program: "steward" })
    expect(resultOf(report).resume?.command).toBe(`steward resume ${idOf(report)}`)
    expect(report.envelope.error?.suggestion).toContain(`steward resume ${idOf(report)}`)
  })
})

describe("a run ends with 3", () => {
  it("where it waits for input, with the question as it was asked", async () => {
    const { host, report } = await run(
      { tape: { turns: [{ ...drafted, EXECUTE: [question] }] } },
      { program: "steward" }
    )
    expect(exitOf(report)).toEqual([3, "WAITING_INPUT", null])
    expect(resultOf(report)).toMatchObject({
      stage: "WAITING_INPUT",
      question: {
        input_id: "X-1",
        body: "Below which number?\nThe request names none.",
        expected_type: "a whole number",
        description: "Below which number?"
      },
      resume: { action: "answer", command: `steward answer ${idOf(report)}` }
    })
    expect(host.kinds(idOf(report)).slice(-2)).toEqual(["INPUT_REQUESTED", "OUTCOME_RECORDED"])
  })
})

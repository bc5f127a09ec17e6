import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { HarnessFailure, harnessError } from "../../src/index.ts"
import { type Setting } from "./host.ts"
import { expectError, idOf } from "./reports.ts"
import { run } from "./situations.ts"
import { apply, drafted, opening, prompt, reply, result } from "./taped.ts"

function bad(what: string) {
  return { text: `${what} is not JSON` }
}

function failure(code: "PROVIDER_REJECTED_REQUEST" | "PROVIDER_UNAVAILABLE", status: number) {
  return { failure: { code, status, message: "The provider says no.", retryable: status === 503 } }
}

function broken(): never {
  throw new Error("out of order")
}

describe("a run ends with 4", () => {
  it.each([
    ["rejects the request", failure("PROVIDER_REJECTED_REQUEST", 400), "PROVIDER_REJECTED_REQUEST", 400],
    ["does not answer", failure("PROVIDER_UNAVAILABLE", 503), "PROVIDER_UNAVAILABLE", 503]
  ])("when the provider %s, with its category, status and operation", async (_what, failed, code, status) => {
    const { host, report } = await run({ tape: { turns: [{ ...opening, DRAFT_PROMPT: [failed] }] } })
    expectError(report, code, { category: code, operation: "DRAFT_PROMPT", status })
    expect(report.envelope.error?.retryable).toBe(status === 503)
    expect(host.kinds(idOf(report)).slice(-3)).toEqual([
      "EFFECT_STARTED",
      "EFFECT_FINISHED",
      "HARNESS_FAILED"
    ])
  })

  it("when a provider fails at EXECUTE as well: that is no reply that could be repaired", async () => {
    const { host, report } = await run({
      tape: { turns: [{ ...drafted, EXECUTE: [failure("PROVIDER_UNAVAILABLE", 503)] }] }
    })
    expectError(report, "PROVIDER_UNAVAILABLE", { operation: "EXECUTE" })
    expect(host.operations.filter((operation) => operation === "REPAIR")).toEqual([])
  })

  it.each([
    ["ACTIVATION", { ACTIVATION: [bad("ACTIVATION"), bad("ACTIVATION")] }, []],
    ["BOOTSTRAP_ANALYSIS", { ACTIVATION: [apply], BOOTSTRAP_ANALYSIS: [bad("B"), bad("B")] }, []],
    ["DRAFT_PROMPT", { ...opening, DRAFT_PROMPT: [bad("P"), bad("P")] }, []],
    ["DRAFT_PLAN", { ...opening, DRAFT_PROMPT: [prompt], DRAFT_PLAN: [bad("R"), bad("R")] }, ["ok"]],
    ["INTERPRET_GATE_LINE", { ...drafted, INTERPRET_GATE_LINE: [bad("I"), bad("I")] }, ["Hm?"]],
    [
      "ANSWER_QUESTION",
      { ACTIVATION: [reply({ route: "BYPASS" })], ANSWER_QUESTION: [bad("A"), bad("A")] },
      []
    ]
  ])("when a reply to %s cannot be read twice", async (operation, turn, lines) => {
    const { report } = await run({ tape: { turns: [turn] }, lines })
    expectError(report, "OUTPUT_MALFORMED", { operation, status: null })
  })

  it("when a reply is cut off twice anywhere but at EXECUTE", async () => {
    const cut = { text: '{"kind":"PLAN","neutral_plan_body":"1."}', cut_off: true }
    const { report } = await run({ tape: { turns: [{ ...drafted, DRAFT_PLAN: [cut, cut] }] } })
    expectError(report, "OUTPUT_LIMIT_REACHED", { operation: "DRAFT_PLAN" })
  })

  it("when the tape has no reply, which it says of the call", async () => {
    const { report } = await run({ tape: { turns: [opening] } })
    expectError(report, "REPLAY_EXHAUSTED", { operation: "DRAFT_PROMPT" })
    expect(report.envelope.error?.message).toBe("The tape has no reply number 1 to DRAFT_PROMPT in turn_001.")
  })

  const services: [string, Setting][] = [
    ["provider", { call: broken }],
    ["router", { router: broken }],
    ["budget", { budget: broken }],
    ["verifier", { verify: broken }],
    ["verifier's fiber", { verify: () => Effect.die(new Error("out of order")) }],
    ["verifier's own interruption", { verify: () => Effect.interrupt }]
  ]
  it.each(services)("when the %s throws, with its message and without its stack", async (name, setting) => {
    const { host, report } = await run({
      tape: { turns: [{ ...drafted, EXECUTE: [result] }] },
      ...setting
    })
    expectError(report, "HARNESS_EXCEPTION", { category: "HARNESS_EXCEPTION" })
    if (!name.includes("interruption")) expect(report.envelope.error?.message).toBe("out of order")
    expect(JSON.stringify(report.envelope)).not.toContain("exits.test")
    expect(host.kinds(idOf(report)).at(-1)).toBe("HARNESS_FAILED")
  })

  it("when a router fails: its failure is not a refusal", async () => {
    const { report } = await run({
      router: () =>
        Effect.fail(new HarnessFailure(harnessError({ code: "PROVIDER_UNAVAILABLE", message: "Away." })))
    })
    expectError(report, "PROVIDER_UNAVAILABLE", { operation: "ACTIVATION" })
  })

  it.each([
    ["an empty request", { request: "" }, "EMPTY_INPUT"],
    ["a request of white space", { request: " \n\t" }, "EMPTY_INPUT"],
    ["a session that is not there", { sessionId: "S-none" }, "SESSION_UNKNOWN"],
    ["a session id that leads elsewhere", { sessionId: "../S-1" }, "SESSION_ID_INVALID"],
    ["less than no repairs", { maxRepairs: -1 }, "OPTION_INVALID"],
    ["half a repair", { maxRepairs: 0.5 }, "OPTION_INVALID"],
    ["calls that are no number", { maxCalls: Number.NaN }, "OPTION_INVALID"],
    ["a deadline that is none", { timeoutMs: Number.POSITIVE_INFINITY }, "OPTION_INVALID"]
  ])("for %s, and starts nothing", async (_what, options, code) => {
    const { host, report } = await run({}, options)
    expectError(report, code, {})
    expect([host.calls, host.sessions.list()]).toEqual([[], []])
  })
})

import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import type { Candidate, Verdict } from "../../src/index.ts"
import { exitOf, expectCancelled, expectError, resultOf } from "./reports.ts"
import { run } from "./situations.ts"
import { drafted, opening, plan, reply, result } from "./taped.ts"

const malformed = { text: "2, 3, 5" }
const attempts = (bodies: readonly string[]) => bodies.map((body) => reply({ kind: "RESULT", body }))

/** A verifier that finds something else wrong with every body, but with a good one. */
function findsFault(measured: (body: string) => boolean = () => true) {
  return ({ body }: Candidate) =>
    Effect.succeed<Verdict>(
      body === "good"
        ? { _tag: "Established", verification: {} }
        : {
            _tag: "Failed",
            findings: [{ code: "WRONG", message: `${body} is wrong` }],
            measured: measured(body)
          }
    )
}

function repairing(
  EXECUTE: string,
  repairs: readonly string[],
  options: object = {},
  tier?: "HEAVY_COMPUTE"
) {
  const [first] = attempts([EXECUTE])
  return run(
    {
      tape: { turns: [{ ...drafted, EXECUTE: [first!], REPAIR: attempts(repairs) }] },
      verify: findsFault(),
      ...(tier === undefined ? {} : { budget: () => Effect.succeed({ _tag: "Routed", tier } as const) })
    },
    options
  )
}

/** A first attempt that fails, and these repairs. */
function failing(repairs: readonly string[]) {
  return { turns: [{ ...drafted, EXECUTE: attempts(["a"]), REPAIR: attempts(repairs) }] }
}

function count(operations: readonly string[], name: string): number {
  return operations.filter((operation) => operation === name).length
}

describe("repairs", () => {
  it("are one by default: the second failed attempt closes the run", async () => {
    const { host, report } = await repairing("a", ["b", "good"])
    expectCancelled(report, "VERIFICATION_FAILED")
    expect(count(host.operations, "REPAIR")).toBe(1)
  })

  it("are two for heavy compute", async () => {
    const { host, report } = await repairing("a", ["b", "good"], {}, "HEAVY_COMPUTE")
    expect(exitOf(report)[0]).toBe(0)
    expect(count(host.operations, "REPAIR")).toBe(2)
    expectCancelled(
      (await repairing("a", ["b", "c", "good"], {}, "HEAVY_COMPUTE")).report,
      "VERIFICATION_FAILED"
    )
  })

  it("are as many as the run was given, whatever the tier", async () => {
    const { host, report } = await repairing("a", ["b", "c", "good"], { maxRepairs: 3 })
    expect(exitOf(report)[0]).toBe(0)
    expect(count(host.operations, "REPAIR")).toBe(3)
    const heavy = await repairing("a", ["good"], { maxRepairs: 0 }, "HEAVY_COMPUTE")
    expectCancelled(heavy.report, "VERIFICATION_FAILED")
    expect(count(heavy.host.operations, "REPAIR")).toBe(0)
  })

  it("stay as many as the turn was opened with, also in another process", async () => {
    const { host, id } = await run(
      {
        tape: { turns: [{ ...drafted, EXECUTE: attempts(["a"]), REPAIR: attempts(["b", "c", "good"]) }] },
        lines: []
      },
      { maxRepairs: 3 }
    )
    const resumed = await host.again({ verify: findsFault(), lines: ["ok", "ok"] }).resume({ sessionId: id })
    expect(exitOf(resumed)[0]).toBe(0)
  })

  it("carry the latest findings only, and nothing of the attempt before", async () => {
    const { host } = await repairing("a", ["b", "good"], { maxRepairs: 2 })
    const repairs = host.calls.filter(({ operation }) => operation === "REPAIR")
    expect(repairs.map(({ input }) => input["findings"])).toEqual([
      [{ code: "WRONG", message: "a is wrong" }],
      [{ code: "WRONG", message: "b is wrong" }]
    ])
    expect(JSON.stringify(repairs[1]?.input)).not.toContain("a is wrong")
    expect(repairs.map(({ ordinal, attempt }) => [ordinal, attempt])).toEqual([
      [1, 1],
      [2, 1]
    ])
  })

  it("are used by a reply to EXECUTE that cannot be read or was cut off, like by any failed attempt", async () => {
    const cut = { text: '{"kind":"RESULT","body":"2"}', cut_off: true }
    const { host, report } = await run(
      { tape: { turns: [{ ...drafted, EXECUTE: [malformed], REPAIR: [cut, result] }] } },
      { maxRepairs: 2 }
    )
    expect(exitOf(report)[0]).toBe(0)
    const findings = host.calls
      .filter(({ operation }) => operation === "REPAIR")
      .map(({ input }) => (input["findings"] as { code: string }[]).map(({ code }) => code))
    expect(findings).toEqual([["OUTPUT_MALFORMED"], ["OUTPUT_LIMIT_REACHED"]])
  })

  it("have one extra that does not count after an attempt that ran no program, and only one", async () => {
    const verify = findsFault(() => false)
    const { host, report } = await run({ tape: failing(["b", "good"]), verify })
    expect(exitOf(report)[0]).toBe(0)
    expect(
      host
        .events(report.session_id ?? "")
        .filter(({ kind }) => kind === "VERIFICATION_REPAIR")
        .map(({ payload }) => payload["counted"])
    ).toEqual([false, true])
    expectCancelled((await run({ tape: failing(["b", "c", "good"]), verify })).report, "VERIFICATION_FAILED")
    const none = await run({ tape: failing(["good"]), verify }, { maxRepairs: 0 })
    expect(count(none.host.operations, "REPAIR")).toBe(0)
  })

  it("may ask for input themselves, and the last outcome decides", async () => {
    const ask = reply({ kind: "REQUEST_INPUT", body: "Which?", expected_type: "a number" })
    const { report } = await run({ tape: { turns: [{ ...drafted, EXECUTE: [malformed], REPAIR: [ask] }] } })
    expect(exitOf(report)).toEqual([3, "WAITING_INPUT", null])
  })

  it("begin anew once the task has got its input", async () => {
    const ask = reply({ kind: "REQUEST_INPUT", body: "Which?", expected_type: "a number" })
    const EXECUTE = [malformed, ...attempts(["b"])]
    const { host, id } = await run({
      tape: { turns: [{ ...drafted, EXECUTE, REPAIR: [ask, ...attempts(["good"])] }] },
      verify: findsFault()
    })
    expect(exitOf(await host.again().answer({ sessionId: id, answer: "7" }))[0]).toBe(0)
  })
})

describe("a reply that cannot be read", () => {
  it("is asked for once more, and told what was wrong with it, anywhere but at EXECUTE", async () => {
    const { host, report } = await run({
      tape: { turns: [{ ...drafted, DRAFT_PLAN: [malformed, plan], EXECUTE: [result] }] }
    })
    expect(exitOf(report)[0]).toBe(0)
    const calls = host.calls.filter(({ operation }) => operation === "DRAFT_PLAN")
    expect(
      calls.map(({ ordinal, attempt, feedback }) => [ordinal, attempt, feedback?.split("\n")[0] ?? null])
    ).toEqual([
      [1, 1, null],
      [
        2,
        2,
        "Your last reply could not be used. The reply holds no JSON object that can be read. Expected one JSON object and nothing else."
      ]
    ])
    expect(calls[0]?.action_id).not.toBe(calls[1]?.action_id)
  })

  it("is not asked for again at EXECUTE: there the model is told of findings, and never of a wire error", async () => {
    const { host } = await run({ tape: { turns: [{ ...drafted, EXECUTE: [malformed], REPAIR: [result] }] } })
    expect(host.operations.slice(-2)).toEqual(["EXECUTE", "REPAIR"])
    expect(host.calls.map(({ feedback }) => feedback)).toEqual(host.calls.map(() => null))
  })

  it.each([
    ["ACTIVATION", { ACTIVATION: [malformed, ...drafted.ACTIVATION] }],
    ["BOOTSTRAP_ANALYSIS", { ...opening, BOOTSTRAP_ANALYSIS: [malformed, ...opening.BOOTSTRAP_ANALYSIS] }],
    ["DRAFT_PROMPT", { ...opening, DRAFT_PROMPT: [malformed, ...drafted.DRAFT_PROMPT] }]
  ])("to %s is not asked for again where nothing at all is retried", async (operation, turn) => {
    const { host, report } = await run({ tape: { turns: [turn] } }, { maxRepairs: 0 })
    expectError(report, "OUTPUT_MALFORMED", { operation })
    expect(count(host.operations, operation)).toBe(1)
  })

  it("from an interpreter of an answer is the answer, so that no reply can lock a run up", async () => {
    const ask = reply({ kind: "REQUEST_INPUT", body: "Which?", expected_type: "a number" })
    const { host, id } = await run({
      tape: {
        turns: [{ ...drafted, EXECUTE: [ask, result], INTERPRET_EXECUTION_INPUT: [malformed, malformed] }]
      }
    })
    const resumed = await host.again({ lines: ["seven"] }).resume({ sessionId: id })
    expect(exitOf(resumed)[0]).toBe(0)
    expect(host.events(id).find(({ kind }) => kind === "SUPPLY_EXECUTION_INPUT")?.payload).toMatchObject({
      source: "seven",
      defaulted: true
    })
    expect(resultOf(resumed).deliverable?.verified).toBe(true)
  })
})

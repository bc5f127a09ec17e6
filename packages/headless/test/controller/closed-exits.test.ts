import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { exitOf, expectCancelled, expectRefused, idOf, resultOf } from "./reports.ts"
import { run, uncertain } from "./situations.ts"
import { runNamed } from "./runs.ts"
import { confirmed, drafted, opening, primes, reply, result } from "./taped.ts"

const blocked = reply({
  kind: "TASK_BLOCKED_BY_HIGHER_PRIORITY",
  blocking_basis: "POLICY_SCOPE",
  response: "This is out of bounds."
})

describe("a run ends with 0", () => {
  it("when its deliverable is verified, and delivers it with its hash", async () => {
    const { host, report } = await run({ tape: { turns: [{ ...drafted, EXECUTE: [result] }] } })
    expect(exitOf(report)).toEqual([0, "CLOSED_SUCCESS", "CLOSED_SUCCESS"])
    expect(report.outcome).toMatchObject({ ending: "CLOSED_SUCCESS", warnings: [] })
    expect(resultOf(report)).toMatchObject({
      stage: "CLOSED_SUCCESS",
      exit_code: 0,
      deliverable: { text: primes, verified: true },
      verification: { status: "ESTABLISHED" },
      usage: { calls: 5 },
      resume: null
    })
    expect(report.envelope).toMatchObject({ ok: true, error: null, meta: { contract: "run", exit_code: 0 } })
    expect(host.file(idOf(report), "current.md")).toBe(`${primes}\n`)
  })

  it.each([
    ["activation", "a refusal of policy, at activation", "POLICY_SCOPE"],
    ["bootstrap", "a refusal of the offline sandbox, at the bootstrap", "OFFLINE_SANDBOX"],
    ["prompt_draft", "a refusal of knowledge after the cutoff, at the first draft", "POST_CUTOFF_KNOWLEDGE"]
  ])("and REFUSED when it is refused at %s: recorded, published and closed", async (phase, name, basis) => {
    const { requests, tape } = runNamed(name)
    const { host, report } = await run({ tape }, { request: requests[0] })
    expectRefused(host, report, phase)
    expect(resultOf(report).blocking_basis).toBe(basis)
  })

  it("and REFUSED when the budget refuses, which names what it refuses by", async () => {
    const { host, report } = await run({
      tape: { turns: [opening] },
      budget: () =>
        Effect.succeed({
          _tag: "Refused",
          text: "It is too large.",
          p_beyond_largest_budget: 0.7,
          largest_step_budget: 90
        })
    })
    expectRefused(host, report, "budget")
    expect(host.events(idOf(report)).find(({ kind }) => kind === "PROTOCOL_REFUSED")?.payload).toMatchObject({
      p_beyond_largest_budget: 0.7,
      largest_step_budget: 90
    })
  })

  it("and REFUSED when a router of the host's own refuses, without asking any model", async () => {
    const { host, report } = await run({
      router: () =>
        Effect.succeed({
          _tag: "Refused",
          verdict: "REFUSAL",
          text: "Not here.",
          blocking_basis: "POLICY_SCOPE"
        })
    })
    expectRefused(host, report, "activation")
    expect(host.calls).toEqual([])
  })

  it("and DIRECT_ANSWER when it is answered past the protocol", async () => {
    const { requests, tape } = runNamed("a greeting, which is answered past the protocol")
    const { host, report } = await run({ tape }, { request: requests[0] })
    expect(exitOf(report)).toEqual([0, "DIRECT_ANSWER", "DIRECT_ANSWER"])
    expect(resultOf(report)).toMatchObject({ stage: null, published: "Good morning to you." })
    expect(JSON.parse(host.file(idOf(report), "turns/turn_001.json"))).toMatchObject({
      status: "DIRECT_ANSWER"
    })
  })

  it("does not come of a router that is not sure: an uncertain refusal is no refusal", async () => {
    const unsure = reply({ route: "REFUSAL", response: "Perhaps not.", confidence: 0.5 })
    const { report } = await run({
      tape: { turns: [{ ...drafted, ACTIVATION: [unsure], EXECUTE: [result] }] }
    })
    expect(exitOf(report)[1]).toBe("CLOSED_SUCCESS")
  })
})

describe("a run ends with 1", () => {
  it.each([
    ["/cancel at its first gate", ["/cancel"], "CANCEL"],
    ["stop at its second gate", ["ok", "stop"], "CANCEL"]
  ])("when the person says %s", async (_words, lines, cause) => {
    const { host, report } = await run({ tape: { turns: [drafted] }, lines })
    expectCancelled(report, cause)
    expect(host.operations).not.toContain("EXECUTE")
  })

  it("when the session is cancelled from outside, wherever it stands", async () => {
    const { host, report } = await run({ tape: { turns: [drafted] }, lines: [] })
    const cancelled = await host.again().cancel({ sessionId: idOf(report) })
    expectCancelled(cancelled, "SESSION_CANCELLED")
    const again = await host.again().cancel({ sessionId: idOf(report) })
    expect(again.envelope).toEqual(cancelled.envelope)
  })

  it("when verification fails after the repair, and publishes the candidate as unverified", async () => {
    const { host, report } = await run({
      tape: {
        turns: [{ ...drafted, EXECUTE: [result], REPAIR: [reply({ kind: "RESULT", body: "2 3 9" })] }]
      },
      verify: ({ body }) =>
        Effect.succeed({
          _tag: "Failed",
          findings: [{ code: "NOT_PRIME", message: `${body} is wrong` }],
          measured: true
        })
    })
    expectCancelled(report, "VERIFICATION_FAILED")
    expect(resultOf(report)).toMatchObject({
      deliverable: null,
      verification: { status: "FAILED", findings: [{ code: "NOT_PRIME", message: "2 3 9 is wrong" }] }
    })
    expect(host.file(idOf(report), "current.md")).toBe(
      "UNVERIFIED ANSWER:\n\n- NOT_PRIME: 2 3 9 is wrong\n\n2 3 9\n"
    )
  })

  it.each([
    ["cannot be read", { text: "2, 3, 5" }, "OUTPUT_MALFORMED"],
    ["was cut off", { text: '{"kind":"RESULT","body":"2"}', cut_off: true }, "OUTPUT_LIMIT_REACHED"]
  ])("when a reply to EXECUTE %s and no repair is left", async (_what, bad, code) => {
    const { host, report } = await run(
      { tape: { turns: [{ ...drafted, EXECUTE: [bad] }] } },
      { maxRepairs: 0 }
    )
    expectCancelled(report, "VERIFICATION_FAILED")
    expect(resultOf(report).verification?.findings.map((finding) => finding.code)).toEqual([code])
    expect(host.operations.filter((operation) => operation === "EXECUTE")).toHaveLength(1)
  })

  it.each([
    ["EXECUTE", { EXECUTE: [reply({ kind: "BLOCKED_BY_HIGHER_PRIORITY", body: "No." })] }, confirmed],
    [
      "REPAIR",
      {
        EXECUTE: [{ text: "no" }],
        REPAIR: [reply({ kind: "BLOCKED_BY_HIGHER_PRIORITY", body: "No." })]
      },
      confirmed
    ],
    ["DRAFT_PLAN", { DRAFT_PLAN: [blocked] }, ["ok"]],
    ["REVISE_PROMPT", { REVISE_PROMPT: [blocked] }, ["/revise worse"]],
    ["REVISE_PLAN", { REVISE_PLAN: [blocked] }, ["ok", "/revise worse"]]
  ])("when it is refused at %s, because a controller exists", async (operation, replies, lines) => {
    const { host, report } = await run({ tape: { turns: [{ ...drafted, ...replies }] }, lines })
    expectCancelled(report, "PROTOCOL_BLOCKED")
    expect(host.operations.at(-1)).toBe(operation)
    expect(host.events(idOf(report)).find(({ kind }) => kind === "PROTOCOL_BLOCKED")?.payload).toMatchObject({
      operation,
      text: resultOf(report).published
    })
  })

  it("when it is refused in a run without review", async () => {
    const EXECUTE = [reply({ kind: "BLOCKED_BY_HIGHER_PRIORITY", body: "No." })]
    const { report } = await run({ tape: { turns: [{ ...opening, EXECUTE }] } }, { review: "none" })
    expectCancelled(report, "PROTOCOL_BLOCKED")
  })

  it("when an uncertain call is abandoned", async () => {
    const { host, id } = await uncertain()
    const report = await host.again().resume({ sessionId: id, decision: "abandon" })
    expectCancelled(report, "EFFECT_ABANDONED")
  })
})

describe("a run ends with 5", () => {
  it.each([
    ["NEGATIVE_DECLARED", { witness: { polarity: "negative", basis: "search", nodes_explored: 3 } }],
    ["NEGATIVE_DECLARED", { witness: { polarity: "negative", basis: "proof", argument: "By parity." } }],
    ["ARGUMENT", { witness: { polarity: "positive", basis: "proof", data: null } }],
    ["OPEN_DEFECTS", { open_defects: [{ description: "17 is missing" }] }]
  ])(
    "and the reason %s, for a result that rests on what the host cannot check",
    async (reason, result_ir) => {
      const EXECUTE = [reply({ kind: "RESULT", body: primes, result_ir })]
      const { host, report } = await run({ tape: { turns: [{ ...drafted, EXECUTE }] } })
      expect(exitOf(report)).toEqual([5, "CLOSED_UNVERIFIED", "CLOSED_UNVERIFIED"])
      expect(resultOf(report)).toMatchObject({
        stage: "CLOSED_UNVERIFIED",
        deliverable: { text: primes, verified: false },
        verification: { status: "UNESTABLISHED", reason, note: expect.stringMatching(/\S/) as string }
      })
      expect(report.envelope.error).toMatchObject({ code: "CLOSED_UNVERIFIED", context: { reason } })
      const id = idOf(report)
      expect(host.events(id).find(({ kind }) => kind === "CLOSED_UNVERIFIED")?.payload).toMatchObject({
        reason
      })
      expect(host.file(id, "current.md")).toBe(`${primes}\n`)
    }
  )

  it.each(["NEGATIVE_DECLARED", "NEGATIVE_PRINTED", "OPEN_DEFECTS", "ARGUMENT"] as const)(
    "and the reason %s, when the verifier says so",
    async (reason) => {
      const { report } = await run({
        tape: { turns: [{ ...drafted, EXECUTE: [result] }] },
        verify: () =>
          Effect.succeed({ _tag: "Unestablished", reason, note: "So it is.", verification: { by: "test" } })
      })
      expect(exitOf(report)[0]).toBe(5)
      expect(resultOf(report).verification).toEqual({
        status: "UNESTABLISHED",
        reason,
        note: "So it is.",
        findings: [],
        details: { by: "test" }
      })
    }
  )
})

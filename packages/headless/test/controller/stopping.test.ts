import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"
import { describe, expect, it } from "vitest"
import { Lines, runSession } from "../../src/index.ts"
import { newHost } from "./new-host.ts"
import { exitOf, expectError, idOf, resultOf } from "./reports.ts"
import { request, run, uncertain } from "./situations.ts"
import { confirmed, drafted, opening, result } from "./taped.ts"

const whole = { turns: [{ ...drafted, EXECUTE: [result] }] }

function timers(): number {
  return process.getActiveResourcesInfo().filter((name) => name === "Timeout").length
}

describe("a run that has ended", () => {
  it("leaves no deadline behind, also in a program that goes on", async () => {
    const host = newHost({ tape: { turns: [opening] } })
    const timed = host.with(runSession({ request, timeoutMs: 3_600_000 }))
    const left = await Effect.runPromise(
      Effect.gen(function* () {
        const before = timers()
        for (let count = 0; count < 10; count += 1) yield* timed
        return timers() - before
      })
    )
    expect(left).toBeLessThan(5)
  })
})

describe("a session whose process was killed in a call", () => {
  it("is OUTCOME_UNCERTAIN: nothing is called, however often it is resumed", async () => {
    const { host, id, action_id } = await uncertain()
    for (const again of [host, host.again(), host.again()]) {
      const report = await again.resume({ sessionId: id, program: "steward" })
      expectError(report, "OUTCOME_UNCERTAIN", { action_id, operation: "EXECUTE" })
      expect(resultOf(report)).toMatchObject({
        stage: "OUTCOME_UNCERTAIN",
        resume: { action: "decide", command: `steward resume ${id} --redo` }
      })
      expect(report.envelope.error?.suggestion).toContain("--abandon")
      expect(again.calls).toEqual([])
    }
  })

  it("makes the call once more on --redo, under a new action id, and records the decision", async () => {
    const { host, id, action_id } = await uncertain()
    const report = await host.resume({ sessionId: id, decision: "redo" })
    expect(exitOf(report)[0]).toBe(0)
    expect(host.operations).toEqual(["EXECUTE"])
    expect(host.calls[0]).toMatchObject({ ordinal: 1 })
    expect(host.calls[0]?.action_id).not.toBe(action_id)
    expect(host.events(id).find(({ kind }) => kind === "EFFECT_REDONE")?.payload).toEqual({
      action_id,
      by: "argument"
    })
  })

  it("is closed by --abandon and by cancelling, and calls nothing", async () => {
    for (const way of ["abandon", "cancel"]) {
      const { host, id } = await uncertain()
      const report =
        way === "cancel"
          ? await host.cancel({ sessionId: id })
          : await host.resume({ sessionId: id, decision: "abandon" })
      expect(exitOf(report)[0]).toBe(1)
      expect(report.envelope.error?.context).toEqual({ cause: "EFFECT_ABANDONED" })
      expect(host.calls).toEqual([])
    }
  })

  it("where nothing is uncertain, --redo drives on and --abandon is refused", async () => {
    const { host, id } = await run({ tape: whole, lines: ["ok"] })
    expectError(await host.again().resume({ sessionId: id, decision: "abandon" }), "NOTHING_UNCERTAIN")
    const report = await host.again({ lines: ["ok"] }).resume({ sessionId: id, decision: "redo" })
    expect(exitOf(report)[0]).toBe(0)
    expect(host.kinds(id)).not.toContain("EFFECT_REDONE")
  })
})

describe("the limits of a run", () => {
  it("end it with 4 before the call that would be too many, and a higher one drives it on", async () => {
    const { host, report, id } = await run({ tape: whole }, { maxCalls: 2 })
    expectError(report, "CALL_LIMIT_REACHED", { operation: "DRAFT_PROMPT" })
    expect(host.operations).toEqual(["ACTIVATION", "BOOTSTRAP_ANALYSIS"])
    const resumed = await host.again({ lines: confirmed }).resume({ sessionId: id, maxCalls: 3 })
    expect(exitOf(resumed)[0]).toBe(0)
    expect(resultOf(resumed).usage.calls).toBe(5)
  })

  it("count a wire retry as a call", async () => {
    const ACTIVATION = [{ text: "no" }, ...drafted.ACTIVATION]
    const { host, report } = await run({ tape: { turns: [{ ...drafted, ACTIVATION }] } }, { maxCalls: 1 })
    expectError(report, "CALL_LIMIT_REACHED", { operation: "ACTIVATION" })
    expect(host.calls).toHaveLength(1)
  })

  it("allow no call at all with 0", async () => {
    const { host, report } = await run({ tape: whole }, { maxCalls: 0 })
    expectError(report, "CALL_LIMIT_REACHED", { operation: "ACTIVATION" })
    expect(host.calls).toEqual([])
  })

  it("end a call that takes too long with 4: it has failed, and the run is driven on", async () => {
    const slow = { ...opening.BOOTSTRAP_ANALYSIS[0]!, delay_ms: 60_000 }
    const BOOTSTRAP_ANALYSIS = [slow, ...opening.BOOTSTRAP_ANALYSIS]
    const { host, report, id } = await run(
      { tape: { turns: [{ ...drafted, BOOTSTRAP_ANALYSIS, EXECUTE: [result] }] } },
      { timeoutMs: 50 }
    )
    expectError(report, "RUN_TIMEOUT")
    expect(report.envelope.error?.retryable).toBe(true)
    expect(host.kinds(id).slice(-3)).toEqual(["EFFECT_STARTED", "EFFECT_FINISHED", "HARNESS_FAILED"])
    expect(exitOf(await host.again({ lines: confirmed }).resume({ sessionId: id }))[0]).toBe(0)
  })

  it("end it at a gate where nobody types, and in a verifier that does not end", async () => {
    const nobody = Layer.succeed(Lines, { by: "terminal", next: () => Effect.never, say: () => Effect.void })
    const { report } = await run({ tape: whole, lines: nobody }, { timeoutMs: 50 })
    expectError(report, "RUN_TIMEOUT")
    // The hour passes when the verifier is at work, however long it took to get there.
    const hour = Effect.andThen(TestClock.adjust("1 hour"), Effect.never)
    const host = newHost({ tape: whole, lines: confirmed, verify: () => hour })
    const verifying = await host.does(
      Effect.provide(runSession({ request, timeoutMs: 3_600_000 }), TestClock.layer())
    )
    expectError(verifying, "RUN_TIMEOUT")
    const next = host.again({ verify: undefined })
    expect(exitOf(await next.resume({ sessionId: idOf(verifying) }))[0]).toBe(0)
    expect(next.calls).toEqual([])
  })
})

import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"
import { type Operation, Provider, type ProviderCall, replayProvider, Tape } from "../../src/index.ts"
import { exitOf } from "./reports.ts"
import { runNamed, runs } from "./runs.ts"
import { run } from "./situations.ts"
import { apply, drafted, result } from "./taped.ts"

/** What the tape replies to a call; the name of its failure otherwise. */
function replied(tape: Tape, call: Pick<ProviderCall, "turn_id" | "operation" | "ordinal">): string {
  const asked = {
    session_id: "S-1",
    action_id: "A1",
    attempt: 1,
    may_retry: true,
    version: 1,
    instructions: "",
    schema: {},
    input: {},
    feedback: null,
    ...call
  }
  const text = Provider.use((provider) => provider.call(asked)).pipe(
    Effect.match({ onSuccess: (reply) => reply.text, onFailure: ({ error }) => error.code })
  )
  return Effect.runSync(Effect.provide(text, replayProvider(tape)))
}

const tape: Tape = {
  turns: [
    { DRAFT_PLAN: [{ text: "first" }, { text: "second" }], EXECUTE: [{ text: "done" }] },
    { DRAFT_PLAN: [{ text: "of the next turn" }] }
  ]
}
function told(calls: readonly ProviderCall[]) {
  return calls.map(({ operation, input }) => [operation, input])
}

const plan = (turn: number, ordinal: number) => ({
  turn_id: `turn_${String(turn).padStart(3, "0")}`,
  operation: "DRAFT_PLAN" as const,
  ordinal
})

describe("the replay provider", () => {
  it("finds a reply by turn, operation and number, in whatever order and however often it is asked", () => {
    const calls = [plan(1, 2), plan(1, 1), plan(2, 1), plan(1, 2), plan(1, 1)]
    expect(calls.map((call) => replied(tape, call))).toEqual([
      "second",
      "first",
      "of the next turn",
      "second",
      "first"
    ])
  })

  it.each([
    ["a number", plan(1, 3)],
    ["an operation", { ...plan(1, 1), operation: "REPAIR" as Operation }],
    ["a turn", plan(3, 1)]
  ])("has no cursor to go on from: %s that is not on the tape is REPLAY_EXHAUSTED", (_what, call) => {
    expect(replied(tape, call)).toBe("REPLAY_EXHAUSTED")
  })

  it("tells the failures of its tape as a provider does", () => {
    const failing: Tape = {
      turns: [{ DRAFT_PLAN: [{ failure: { code: "PROVIDER_UNAVAILABLE", message: "Away." } }] }]
    }
    expect(replied(failing, plan(1, 1))).toBe("PROVIDER_UNAVAILABLE")
  })

  it("gives a run that goes on in other processes, call by call, the replies that it would have had in one", async () => {
    const turn = { ...drafted, DRAFT_PLAN: [{ text: "no" }, ...drafted.DRAFT_PLAN], EXECUTE: [result] }
    const whole = await run({ tape: { turns: [turn] } })
    const parts = await run({ tape: { turns: [turn] } }, { maxCalls: 1 })
    const asked = [...parts.host.calls]
    let report = parts.report
    for (let count = 0; exitOf(report)[0] === 4 && count < 12; count += 1) {
      const next = parts.host.again({ lines: ["ok"] })
      report = await next.resume({ sessionId: parts.id, maxCalls: 2 })
      asked.push(...next.calls)
      if (exitOf(report)[0] === 2) {
        const confirming = parts.host.again({ lines: ["ok"] })
        report = await confirming.resume({ sessionId: parts.id, maxCalls: 2 })
        asked.push(...confirming.calls)
      }
    }
    expect(exitOf(report)).toEqual(exitOf(whole.report))
    const distinct = asked.filter(({ ordinal, attempt }) => ordinal === 1 && attempt === 1)
    expect(told(distinct)).toEqual(told(whole.host.calls.filter(({ attempt }) => attempt === 1)))
  })

  it("says how many tokens were used, and takes the time that the tape gives", async () => {
    const ACTIVATION = [{ ...apply, input_tokens: 12, output_tokens: 3, delay_ms: 25 }]
    const { report } = await run({ tape: { turns: [{ ...drafted, ACTIVATION, EXECUTE: [result] }] } })
    expect(report.envelope.data).toMatchObject({ usage: { calls: 5, input_tokens: 12, output_tokens: 3 } })
    expect(report.envelope.meta.duration_ms).toBeGreaterThanOrEqual(24)
  })
})

describe("the taped runs", () => {
  it("are tapes by the published schema", () => {
    for (const { name, tape: taped } of runs) expect([name, Schema.is(Tape)(taped)]).toEqual([name, true])
  })

  it("are twelve and more, and reach every exit that needs no signal", () => {
    expect(runs.length).toBeGreaterThanOrEqual(12)
    expect(new Set(runs.map(({ ends }) => ends.code))).toEqual(new Set([0, 1, 2, 3, 5]))
    expect(new Set(runs.map(({ ends }) => ends.ending)).size).toBe(7)
  })

  it("of an outage ends with 4 before it is driven on", async () => {
    const { requests, tape: taped } = runNamed(
      "an outage, and a plan that can only be read at the third time"
    )
    const { report } = await run({ tape: taped }, { request: requests[0] })
    expect(exitOf(report)[0]).toBe(4)
  })
})

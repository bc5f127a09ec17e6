import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { describe, expect, it } from "vitest"
import { runSession } from "../../src/index.ts"
import type { Host } from "./host.ts"
import { newHost } from "./new-host.ts"
import { exitOf, idOf, resultOf } from "./reports.ts"
import { request, run, until } from "./situations.ts"
import { drafted } from "./taped.ts"

describe("a run ends with 130 or 143", () => {
  it.each([
    ["SIGINT", 130, "INTERRUPTED"],
    ["SIGTERM", 143, "TERMINATED"]
  ] as const)(
    "when %s comes during a call, which is recorded and can be driven on",
    async (signal, code, ending) => {
      const { host, report, id } = await stoppedInCall(signal)
      expect(exitOf(report)).toEqual([code, ending, null])
      expect(report.envelope.error?.code).toBe(ending)
      expect(host.kinds(id).slice(-3)).toEqual(["EFFECT_STARTED", "EFFECT_INTERRUPTED", "TURN_INTERRUPTED"])
      const resumed = await host.again({ lines: ["ok"] }).resume({ sessionId: id })
      expect(resultOf(resumed).gate?.gate).toBe("PLAN_REVIEW")
    }
  )

  it("when a signal comes before the first call", async () => {
    const { host, report } = await run({ signal: Effect.succeed("SIGTERM") })
    expect(exitOf(report)).toEqual([143, "TERMINATED", null])
    expect(host.calls).toEqual([])
    expect(host.kinds(idOf(report))).toEqual(["SESSION_CREATED", "TURN_OPENED", "TURN_INTERRUPTED"])
  })

  it("when the fiber of a run is interrupted, as by a signal", async () => {
    const { host, id } = await interruptInCall(Effect.never)
    expect(host.kinds(id).slice(-3)).toEqual(["EFFECT_STARTED", "EFFECT_INTERRUPTED", "TURN_INTERRUPTED"])
    const resumed = await host.resume({ sessionId: id })
    expect(resultOf(resumed).gate?.gate).toBe("PROMPT_REVIEW")
  })

  it("when the fiber is interrupted and what it leaves fails in that", async () => {
    const { host, id } = await interruptInCall(
      Effect.onInterrupt(Effect.never, () => Effect.die(new Error("cannot even stop")))
    )
    expect(host.kinds(id).slice(-2)).toEqual(["EFFECT_INTERRUPTED", "TURN_INTERRUPTED"])
  })
})

/** A run that a signal stopped while its first call was under way. */
async function stoppedInCall(signal: "SIGINT" | "SIGTERM") {
  const host: Host = newHost({
    tape: { turns: [drafted] },
    signal: Effect.as(
      calling(() => host),
      signal
    ),
    call: () => Effect.never
  })
  const report = await host.run({ request })
  return { host: host.again({ call: undefined, signal: undefined }), report, id: idOf(report) }
}

function calling(host: () => Host): Effect.Effect<void> {
  return Effect.promise(() => until(() => host().calls.length === 1))
}

/** Interrupts the fiber of a run while its first call is under way. */
async function interruptInCall(call: Effect.Effect<never>) {
  const host = newHost({ tape: { turns: [drafted] }, call: () => call })
  await Effect.runPromise(
    Effect.gen(function* () {
      const fiber = yield* Effect.forkChild(host.with(runSession({ request })))
      yield* calling(() => host)
      yield* Fiber.interrupt(fiber)
    })
  )
  return { host: host.again({ call: undefined }), id: host.sessions.list()[0]?.id ?? "" }
}

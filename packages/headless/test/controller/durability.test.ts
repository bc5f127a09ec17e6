import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { describe, expect, it } from "vitest"
import {
  Lines,
  replayProvider,
  headlessLayer,
  RunFeed,
  type RunNews,
  runSession,
  type StoredEvent
} from "../../src/index.ts"
import { type Operation, watchedDisk } from "../sessions/watched-disk.ts"
import type { Host, Setting } from "./host.ts"
import { newRoot } from "./new-host.ts"
import { exitOf, expectError, resultOf } from "./reports.ts"
import { request, run } from "./situations.ts"
import { confirmed, drafted, primes, question, reply, result } from "./taped.ts"

const whole = { turns: [{ ...drafted, EXECUTE: [result] }] }

/** A disk that refuses an operation, as one that is full does. */
function failingDisk(refuses: (name: Operation, given: readonly unknown[]) => boolean) {
  return watchedDisk((name, given) => {
    if (refuses(name, given)) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" })
  })
}

/** Refuses to write bytes with this text in them. */
function refusing(text: string) {
  return failingDisk(
    (name, [, bytes]) => name === "write" && String(Buffer.from(bytes as Uint8Array)).includes(text)
  )
}

/** A verifier that may take long: the reply is recorded before it begins. */
const slowly: NonNullable<Setting["verify"]> = () =>
  Effect.succeed({ _tag: "Established", verification: {} } as const)

describe("a disk that fails", () => {
  it.each([
    ["before the first event", '"SESSION_CREATED"', []],
    ["before a call", '"BOOTSTRAP_ANALYSIS"', ["ACTIVATION"]],
    ["before the second confirmation is on the device", '"EXECUTE"', ["DRAFT_PLAN"]],
    ["at the event that would close the turn", '"CLOSED_SUCCESS"', ["EXECUTE"]]
  ])(
    "%s ends the run with 4, and nothing is called or announced after it",
    async (_when, text, lastCalls) => {
      const { host, report } = await run({ tape: whole, disk: refusing(text) })
      expectError(report, "SESSION_NOT_SAVED")
      expect(report.envelope.error?.message).toContain("no space left on device")
      expect(host.operations.slice(-1)).toEqual(lastCalls)
      expect(host.news.map(({ event }) => event.kind)).not.toContain("CLOSED_SUCCESS")
      if (report.session_id === null) return
      const logged = host.kinds(report.session_id)
      expect(host.news.map(({ event }) => event.kind)).toEqual(
        logged.filter((kind) => kind !== "SESSION_CREATED")
      )
    }
  )

  it("at the closing event leaves a session that is driven on from the reply that it has", async () => {
    const { host, id } = await run({ tape: whole, verify: slowly, disk: refusing('"CLOSED_SUCCESS"') })
    const next = host.again({ disk: undefined })
    expect(exitOf(await next.resume({ sessionId: id }))[0]).toBe(0)
    expect(next.calls).toEqual([])
  })

  it("after the closing event changes nothing of the code: it stands, with a warning", async () => {
    const { host, report, id } = await run({
      tape: whole,
      disk: failingDisk((name, [, to]) => name === "rename" && /current|state/.test(String(to)))
    })
    expect(exitOf(report)).toEqual([0, "CLOSED_SUCCESS", "CLOSED_SUCCESS"])
    expect(report.envelope.warnings.map(({ code }) => code)).toEqual(["FILES_NOT_PUBLISHED"])
    const told = await host.again({ disk: undefined }).resume({ sessionId: id })
    expect(told.exit).toEqual(report.exit)
    expect(host.file(id, "current.md")).toBe(`${primes}\n`)
    expect(host.sessions.verify(id).differing).toEqual([])
  })

  it("while it opens the next turn is 4, and never the ending of the turn before", async () => {
    const { host, report, id } = await run({ tape: whole })
    expect(exitOf(report)[0]).toBe(0)
    const next = await host
      .again({ disk: refusing("TURN_OPENED") })
      .run({ request: "And below 30", sessionId: id })
    expectError(next, "SESSION_NOT_SAVED")
    expect(resultOf(next)).toMatchObject({
      session_id: id,
      turn_id: null,
      deliverable: null,
      usage: { calls: 0 },
      resume: null
    })
  })

  it("while a new task closes the old one leaves the old one open, and says so", async () => {
    const newTask = reply({ kind: "NEW_TASK" })
    const { host, report, id } = await run({
      tape: { turns: [{ ...drafted, INTERPRET_GATE_LINE: [newTask] }] },
      lines: ["Squares instead"],
      disk: refusing('"kind":"NEW_TASK","payload"')
    })
    expectError(report, "SESSION_NOT_SAVED")
    expect(report.turn_id).toBe("turn_001")
    expect(host.sessions.view(id).states.run.turn).toMatchObject({ turn_id: "turn_001", closing: null })
  })
})

/** A disk that tells which lines of logs are on the device. */
function tracedDisk() {
  const logs = new Map<number, string>()
  const written: string[] = []
  const synced: string[] = []
  const syncs: number[] = []
  const disk = watchedDisk((name, given) => {
    if (name !== "write" && name !== "sync") return
    const fd = Number(given[0])
    if (name === "write" && isLog(given[1])) {
      logs.set(fd, "")
      written.push(...linesOf(given[1] as Uint8Array))
    } else if (name === "sync" && logs.has(fd)) {
      syncs.push(written.length)
      synced.splice(0, synced.length, ...written)
    }
  })
  return { disk, synced, syncs, written }
}

function isLog(bytes: unknown): boolean {
  return Buffer.from(bytes as Uint8Array)
    .toString()
    .startsWith('{"schema":1,"seq":')
}

function linesOf(bytes: Uint8Array): string[] {
  return Buffer.from(bytes).toString().trim().split("\n")
}

function isSuccess({ event }: RunNews): boolean {
  return event.kind === "CLOSED_SUCCESS"
}

describe("what happens in a run", () => {
  it("is on the device before it is acted on or announced", async () => {
    const { disk, synced, written } = tracedDisk()
    const seen: string[] = []
    /** Everything that was written is synced, and the latest event is of that kind. */
    const check = (what: string, includes: string) => {
      expect([what, synced.length]).toEqual([what, written.length])
      expect(synced.some((line) => line.includes(includes))).toBe(true)
      seen.push(what)
    }
    const lines = [...confirmed]
    const tape = { turns: [{ ...drafted, EXECUTE: [{ text: "no" }], REPAIR: [result] }] }
    const { report } = await run({
      disk,
      call: (call) => {
        check("call", `"EFFECT_STARTED","payload":{"effect":"model","action_id":"${call.action_id}"`)
        const turn = tape.turns[0] as Record<string, readonly ({ reply: object } | { text: string })[]>
        const taped = turn[call.operation]![call.ordinal - 1]!
        return Effect.succeed({ text: "text" in taped ? taped.text : JSON.stringify(taped.reply) })
      },
      verify: () => {
        check("verify", '"CANDIDATE_PROPOSED"')
        return Effect.succeed({ _tag: "Established", verification: {} })
      },
      lines: Layer.succeed(Lines, {
        by: "stdin",
        next: (point) => {
          check("line", point._tag === "Gate" ? point.artifact.artifact_id : "")
          return Effect.sync(() => lines.shift() ?? null)
        },
        say: () => Effect.void
      }),
      tell: ({ event }) => check("tell", `"kind":"${event.kind}"`)
    })
    expect(exitOf(report)[0]).toBe(0)
    expect(new Set(seen)).toEqual(new Set(["call", "verify", "line", "tell"]))
    expect(synced.at(-1)).toContain("TURN_CLOSED")
  })

  it("between two effects shares one append and one sync", async () => {
    const { disk, syncs, written } = tracedDisk()
    const { report } = await run({ tape: whole, disk }, { review: "piped" })
    expect(exitOf(report)[0]).toBe(0)
    const kinds = written.map((line) => (JSON.parse(line) as StoredEvent).kind)
    const appends = syncs.map((end, index) => kinds.slice(syncs[index - 1] ?? 0, end))
    expect(appends).toEqual([
      ["SESSION_CREATED", "TURN_OPENED", "EFFECT_STARTED"],
      ["EFFECT_FINISHED", "ACTIVATION_ROUTED", "BUDGET_ROUTED", "EFFECT_STARTED"],
      ["EFFECT_FINISHED", "BOOTSTRAP_ANALYZED", "EFFECT_STARTED"],
      ["EFFECT_FINISHED", "PROTOCOL_BOUND", "PROMPT_PUBLISHED"],
      ["ACCEPT_CURRENT", "EFFECT_STARTED"],
      ["EFFECT_FINISHED", "PLAN_PUBLISHED"],
      ["ACCEPT_CURRENT", "EFFECT_STARTED"],
      ["EFFECT_FINISHED", "CANDIDATE_PROPOSED", "CLOSED_SUCCESS", "OUTCOME_RECORDED", "TURN_CLOSED"]
    ])
  })

  it("is told in its order, each event once, with the stage after it", async () => {
    const { host, id } = await run({ tape: { turns: [{ ...drafted, EXECUTE: [question] }] } })
    const own = host.events(id).filter(({ kind }) => !["SESSION_CREATED", "OUTCOME_RECORDED"].includes(kind))
    expect(host.news.map(({ event }) => event.kind)).toEqual(own.map(({ kind }) => kind))
    expect(host.news.every((news) => news.session_id === id && news.turn_id === "turn_001")).toBe(true)
    const stages = host.news.map(({ stage }) => stage).filter((stage, at, all) => stage !== all[at - 1])
    expect(stages).toEqual([
      null,
      "PROMPT_REQUIRED",
      "PROMPT_REVIEW",
      "PLAN_REQUIRED",
      "PLAN_REVIEW",
      "EXECUTION_READY",
      "WAITING_INPUT"
    ])
  })

  it("can be watched as a stream, also by who begins late", async () => {
    const feed = Layer.succeed(RunFeed, await Effect.runPromise(Effect.provide(RunFeed, RunFeed.layer)))
    const layer = headlessLayer({ root: newRoot(), provider: replayProvider(whole), feed })
    const watch = RunFeed.use(({ events }) => Stream.runCollect(Stream.takeUntil(events, isSuccess)))
    const [early, late] = await Effect.runPromise(
      Effect.gen(function* () {
        const watching = yield* Effect.forkChild(watch, { startImmediately: true })
        yield* Effect.provide(runSession({ request }), Layer.merge(layer, Lines.layerOf(confirmed)))
        return [yield* Fiber.join(watching), yield* watch] as const
      }).pipe(Effect.provide(feed))
    )
    expect(early.map(({ event }) => event.kind)).toEqual(late.map(({ event }) => event.kind))
    expect(late.at(-1)).toMatchObject({ stage: "CLOSED_SUCCESS" })
  })

  it("is not changed by a watcher that fails, and the report says that it failed", async () => {
    const { report } = await run({
      tape: whole,
      tell: () => {
        throw new Error("the pipe is closed")
      }
    })
    expect(exitOf(report)[0]).toBe(0)
    expect(report.envelope.warnings).toMatchObject([
      { code: "FEED_FAILED", message: "What watches the run failed, and the run went on: the pipe is closed" }
    ])
  })
})

/** The tape for a run in which a call has failed: its number is used up. */
function shifted(host: Host) {
  const failed = host.calls.length === 1 ? drafted.ACTIVATION : []
  return { ...drafted, ACTIVATION: [...failed, ...drafted.ACTIVATION], EXECUTE: [result] }
}

describe("a service that gives something else than its type says", () => {
  const settings: [string, Setting][] = [
    ["a provider without a text", { call: () => Effect.succeed({ text: undefined as unknown as string }) }],
    [
      "a provider whose tokens are words",
      { call: () => Effect.succeed({ text: "{}", input_tokens: "many" as unknown as number }) }
    ],
    [
      "a router that refuses without a word",
      {
        router: () => Effect.succeed({ _tag: "Refused", verdict: "REFUSAL", text: " ", blocking_basis: null })
      }
    ],
    [
      "a budget with a tier of its own",
      { budget: () => Effect.succeed({ _tag: "Routed", tier: "HUGE" as "MINIMAL" }) }
    ],
    [
      "a verifier with a blank finding",
      {
        verify: () =>
          Effect.succeed({ _tag: "Failed", findings: [{ code: "", message: "" }], measured: true })
      }
    ]
  ]
  it.each(settings)(
    "is %s: the run is 4, and its session can still be read and driven on",
    async (_what, setting) => {
      const { host, report, id } = await run({ tape: whole, ...setting })
      expectError(report, "HARNESS_EXCEPTION")
      expect(report.envelope.error?.message).toMatch(/^What a service gave cannot be recorded as [A-Z_]+: /)
      const next = host.again({
        call: undefined,
        router: undefined,
        budget: undefined,
        verify: undefined,
        lines: confirmed,
        tape: { turns: [shifted(host)] }
      })
      expect(exitOf(await next.resume({ sessionId: id }))[0]).toBe(0)
    }
  )
})

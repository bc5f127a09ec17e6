import { writeFileSync } from "node:fs"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { sessionEvents } from "../../src/index.ts"
import { answerFileText } from "../../src/sessions/answer-record.ts"
import { sha256Of } from "../../src/sessions/sha256.ts"
import { watchedDisk } from "../sessions/watched-disk.ts"
import type { Host } from "./host.ts"
import { exitOf, expectError, resultOf } from "./reports.ts"
import { run, until, waiting } from "./situations.ts"
import { drafted, opening, primes, question, reply, result } from "./taped.ts"

const supplies = reply({ kind: "SUPPLY_EXECUTION_INPUT" })
const again = reply({ kind: "REQUEST_INPUT", body: "In which form?", expected_type: "a form" })

function acceptedIn(events: readonly { kind: string; payload: Readonly<Record<string, unknown>> }[]) {
  return events.filter(({ kind }) => kind === "ANSWER_ACCEPTED").map(({ payload }) => payload["answer"])
}

describe("an answer", () => {
  it("in a second process drives the run on to its end, and goes to EXECUTE beside the request", async () => {
    const { host, id } = await waiting()
    const report = await host.answer({ sessionId: id, answer: "below 20" })
    expect(exitOf(report)[0]).toBe(0)
    expect(host.operations).toEqual(["EXECUTE"])
    expect(host.calls[0]?.input).toMatchObject({
      request: "List the primes below 20",
      supplied_inputs: [{ asked: question.reply.body, answer: "below 20" }]
    })
    expect(host.events(id).find(({ kind }) => kind === "SUPPLY_EXECUTION_INPUT")?.payload).toMatchObject({
      by: "argument",
      interpretation: null,
      defaulted: false
    })
  })

  it.each([
    ["blue\n", "blue"],
    ["blue\r\n", "blue"],
    ["blue\n\n", "blue\n"],
    [" blue \r", " blue \r"],
    ["\u{feff}blue", "\u{feff}blue"],
    ["/cancel", "/cancel"],
    ["two\nlines", "two\nlines"],
    [new TextEncoder().encode("grün\n"), "grün"]
  ])("%j is kept as %j: less one line terminator, and never interpreted", async (answer, kept) => {
    const { host, id } = await waiting()
    const report = await host.answer({ sessionId: id, answer })
    expect(exitOf(report)[0]).toBe(0)
    expect(host.calls[0]?.input["supplied_inputs"]).toMatchObject([{ answer: kept }])
    expect(host.operations).toEqual(["EXECUTE"])
    expect(JSON.parse(host.file(id, "answers/turn_001.X-1.json"))).toMatchObject({
      answer: kept,
      request: { body: question.reply.body, expected_type: "a whole number" }
    })
  })

  it.each([
    ["empty", ""],
    ["one line terminator", "\n"],
    ["white space", " \t\n"],
    ["not UTF-8", new Uint8Array([0xff, 0xfe])],
    ["half a character", "\ud83d"]
  ])("that is %s is refused, and the question stays open", async (_what, answer) => {
    const { host, id } = await waiting()
    expectError(await host.answer({ sessionId: id, answer }), "ANSWER_INVALID")
    expect(exitOf(await host.answer({ sessionId: id, answer: "20" }))[0]).toBe(0)
  })

  it("given again prints the recorded envelope and exit, to the byte, and calls nothing", async () => {
    const { host, id } = await waiting()
    const first = await host.answer({ sessionId: id, answer: "20\n" })
    const twice = host.again()
    const repeated = await twice.answer({ sessionId: id, answer: "20" })
    expect(JSON.stringify(repeated.envelope)).toBe(JSON.stringify(first.envelope))
    expect(repeated.exit).toEqual(first.exit)
    expect(twice.calls).toEqual([])
  })

  it("given again prints the ending of its own run, even when other turns came after it", async () => {
    const { host, id } = await waiting()
    const first = await host.answer({ sessionId: id, answer: "20" })
    const later = host.again({ tape: { turns: [{}, drafted] } })
    expect(exitOf(await later.run({ request: "More", sessionId: id }))[0]).toBe(2)
    const repeated = await later.again().answer({ sessionId: id, answer: "20", inputId: "X-1" })
    expect(repeated.envelope).toEqual(first.envelope)
  })

  it("that is another one is ANSWER_CONFLICT, and changes nothing", async () => {
    const { host, id } = await waiting()
    await host.answer({ sessionId: id, answer: "20" })
    const files = host.events(id)
    const other = host.again()
    expectError(await other.answer({ sessionId: id, answer: "21" }), "ANSWER_CONFLICT", { input_id: "X-1" })
    expect(other.calls).toEqual([])
    expect(host.events(id)).toEqual(files)
  })

  it("of two at once wins once, and the other is ANSWER_CONFLICT", async () => {
    const { host, id } = await waiting()
    const reports = await Promise.all(
      ["20", "21"].map((answer) => host.again().answer({ sessionId: id, answer }))
    )
    expect(reports.map((report) => exitOf(report)[0]).toSorted()).toEqual([0, 4])
    expect(reports.find(({ exit }) => exit.closure === null)?.envelope.error?.code).toBe("ANSWER_CONFLICT")
    expect(acceptedIn(host.events(id))).toHaveLength(1)
  })

  it("of many equal ones at once is acted on once, and all tell the same ending", async () => {
    const { host, id } = await waiting({ EXECUTE: [question, { ...result, delay_ms: 30 }] })
    const hosts = Array.from({ length: 6 }, () => host.again())
    const reports = await Promise.all(hosts.map((one) => one.answer({ sessionId: id, answer: "20" })))
    expect(new Set(reports.map(({ envelope }) => JSON.stringify(envelope))).size).toBe(1)
    expect(reports.map((report) => exitOf(report)[0])).toEqual([0, 0, 0, 0, 0, 0])
    expect(hosts.flatMap(({ operations }) => operations)).toEqual(["EXECUTE"])
    expect(acceptedIn(host.events(id))).toEqual(["20"])
  })

  it("to a session that another process has and does not answer for is SESSION_BUSY, and is kept", async () => {
    const { host, id } = await waiting()
    const session = await host.sessions.open(id)
    const report = await host.answer({ sessionId: id, answer: "20" })
    expectError(report, "SESSION_BUSY")
    expect(report.envelope.error?.retryable).toBe(true)
    await session.close()
    const resumed = await host.again().resume({ sessionId: id })
    expect(resultOf(resumed).deliverable?.text).toBe(primes)
    expect(acceptedIn(host.events(id))).toEqual(["20"])
  }, 20_000)

  it("that waits for another process is given up when a signal comes, or its time is over", async () => {
    const { host, id } = await waiting()
    const session = await host.sessions.open(id)
    const stopped = await host
      .again({ signal: Effect.as(Effect.sleep(20), "SIGTERM") })
      .answer({ sessionId: id, answer: "20" })
    expect(exitOf(stopped)).toEqual([143, "TERMINATED", null])
    expectError(await host.answer({ sessionId: id, answer: "20", timeoutMs: 20 }), "RUN_TIMEOUT")
    await session.close()
  })

  it("may be followed by another question, which is another request with an answer of its own", async () => {
    const { host, id } = await waiting({ EXECUTE: [question, again, result] })
    const second = await host.answer({ sessionId: id, answer: "20" })
    expect(exitOf(second)[0]).toBe(3)
    expect(resultOf(second).question?.input_id).toBe("X-2")
    expectError(await host.again().answer({ sessionId: id, answer: "21", inputId: "X-1" }), "ANSWER_CONFLICT")
    const third = await host.again().answer({ sessionId: id, answer: "in one line", inputId: "X-2" })
    expect(exitOf(third)[0]).toBe(0)
    const repeated = await host.again().answer({ sessionId: id, answer: "20", inputId: "X-1" })
    expect(repeated.envelope).toEqual(second.envelope)
    expect(host.sessions.view(id).states.run.turn?.supplied_inputs).toMatchObject([
      { input_id: "X-1", answer: "20" },
      { input_id: "X-2", answer: "in one line" }
    ])
  })

  it("is kept when the run that acts on it fails, and given again it drives on", async () => {
    const outage = { failure: { code: "PROVIDER_UNAVAILABLE", message: "Away." } } as const
    const { host, id } = await waiting({ EXECUTE: [question, outage, result] })
    expectError(await host.answer({ sessionId: id, answer: "20" }), "PROVIDER_UNAVAILABLE")
    expect(exitOf(await host.again().answer({ sessionId: id, answer: "20" }))[0]).toBe(0)
    expect(acceptedIn(host.events(id))).toEqual(["20"])
  })

  it("to a session that asks nothing is refused", async () => {
    const { host, id } = await run({ tape: { turns: [drafted] }, lines: [] })
    expectError(await host.again().answer({ sessionId: id, answer: "20" }), "SESSION_NOT_WAITING")
  })

  it("stands beside the request: whatever is answered, the request stays as it was made", async () => {
    const { host, id } = await waiting()
    await host.answer({ sessionId: id, answer: "List the squares instead" })
    const opened = host.events(id).find(({ kind }) => kind === "TURN_OPENED")
    expect(opened?.payload["request"]).toBe("List the primes below 20")
    expect(JSON.parse(host.file(id, "state.json"))).toMatchObject({ request: "List the primes below 20" })
    expect(host.calls.at(-1)?.input["request"]).toBe("List the primes below 20")
  })

  it("in a run without review stands beside its request as well", async () => {
    const read = { interpretation: "Primes.", approach: "A sieve." }
    const { host, id } = await waiting(
      { ...opening, EXECUTE: [reply({ ...question.reply, ...read }), reply({ ...result.reply, ...read })] },
      { review: "none" }
    )
    const report = await host.answer({ sessionId: id, answer: "20" })
    expect(exitOf(report)[0]).toBe(0)
    expect(host.calls[0]?.input).toMatchObject({ request: "List the primes below 20", supplied_inputs: [{}] })
  })
})

/** A run that was stopped while it had an interpreter read the line "Which ones?". */
async function stoppedAtALine() {
  const { host, id } = await waiting({
    INTERPRET_EXECUTION_INPUT: [reply({ kind: "CANCEL" })],
    REVISE_PROMPT: drafted.DRAFT_PROMPT
  })
  const reading: Host = host.again({
    lines: ["Which ones?"],
    call: () => Effect.never,
    signal: Effect.as(
      Effect.promise(() => until(() => reading.calls.length === 1)),
      "SIGINT"
    )
  })
  expect(exitOf(await reading.resume({ sessionId: id }))[0]).toBe(130)
  return { host: host.again(), id }
}

describe("an answer that comes while a line is being read", () => {
  it("is the answer, and the line is dropped without asking for it again", async () => {
    const { host, id } = await stoppedAtALine()
    const report = await host.answer({ sessionId: id, answer: "20" })
    expect(exitOf(report)[0]).toBe(0)
    expect(host.operations).toEqual(["EXECUTE"])
  })

  it("leaves the line to be read when nobody has answered", async () => {
    const { host, id } = await stoppedAtALine()
    expect(exitOf(await host.resume({ sessionId: id }))[0]).toBe(1)
    expect(host.operations).toEqual(["INTERPRET_EXECUTION_INPUT"])
  })

  it("is the answer when it comes while an interpreter still works on the line", async () => {
    const { host, id } = await waiting()
    const reading = host.again({
      lines: ["21"],
      call: ({ operation }) =>
        operation === "EXECUTE"
          ? Effect.succeed({ text: JSON.stringify(result.reply) })
          : Effect.as(
              Effect.promise(() => host.sessions.answer(id, { answer: "20", by: "argument" })),
              { text: '{"kind":"SUPPLY_EXECUTION_INPUT"}' }
            )
    })
    expect(exitOf(await reading.resume({ sessionId: id }))[0]).toBe(0)
    expect(acceptedIn(host.events(id))).toEqual(["20"])
    expect(reading.calls.at(-1)?.input["supplied_inputs"]).toMatchObject([{ answer: "20" }])
  })

  it("in the moment in which the line is claimed makes the line ANSWER_CONFLICT, and is taken by the next run", async () => {
    const { host, id } = await waiting({ INTERPRET_EXECUTION_INPUT: [supplies] })
    const record = { answer_id: "turn_001.X-1", input_id: "X-1", turn_id: "turn_001", answer: "20" }
    const disk = watchedDisk((name, [, to]) => {
      if (name !== "link" || !String(to).endsWith("answers/turn_001.X-1.json")) return
      const request = host.sessions.view(id).ledger.input?.request ?? {}
      const more = { sha256: sha256Of("20"), at_utc: "2026-12-02T12:00:00.000Z", by: "argument" }
      writeFileSync(String(to), answerFileText({ ...record, ...more }, request), { mode: 0o600 })
    })
    const report = await host.again({ lines: ["21"], disk }).resume({ sessionId: id })
    expectError(report, "ANSWER_CONFLICT")
    expect(exitOf(await host.again().resume({ sessionId: id }))[0]).toBe(0)
    expect(acceptedIn(host.events(id))).toEqual(["20"])
  })
})

describe("a session that was killed between the claim of an answer and its acceptance", () => {
  it("takes the answer when it is resumed", async () => {
    const { host, id } = await waiting()
    await host.sessions.answer(id, { answer: "20", by: "stdin" })
    const report = await host.resume({ sessionId: id })
    expect(exitOf(report)[0]).toBe(0)
    expect(acceptedIn(host.events(id))).toEqual(["20"])
  })

  it("takes a line that it had claimed itself as what its interpreter said it is", async () => {
    const { host, id } = await waiting()
    const session = await host.sessions.open(id)
    const { counts, created } = session.ledger
    const action_id = `${created?.nonce}-A${counts.actions + 1}`
    const call = { operation: "INTERPRET_EXECUTION_INPUT", ordinal: 1, attempt: 1 }
    await session.append([
      { kind: "LINE_TAKEN", payload: { text: "20", by: "stdin" } },
      sessionEvents.effectStarted(action_id, "model", call),
      sessionEvents.effectFinished(action_id, {
        status: "replied",
        reply: JSON.stringify(supplies.reply),
        cut_off: false,
        input_tokens: null,
        output_tokens: null
      })
    ])
    await session.close()
    await host.sessions.answer(id, { answer: "20", by: "stdin", inputId: "X-1" })
    const report = await host.resume({ sessionId: id })
    expect(exitOf(report)[0]).toBe(0)
    expect(host.operations).toEqual(["EXECUTE"])
    expect(host.events(id).find(({ kind }) => kind === "SUPPLY_EXECUTION_INPUT")?.payload).toMatchObject({
      interpretation: action_id
    })
  })
})

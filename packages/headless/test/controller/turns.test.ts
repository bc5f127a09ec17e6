import { describe, expect, it } from "vitest"
import { exitOf, expectError, idOf, resultOf } from "./reports.ts"
import { request, run, uncertain, waiting } from "./situations.ts"
import { confirmed, drafted, opening, primes, reply, result } from "./taped.ts"

const blocked = reply({ kind: "BLOCKED_BY_HIGHER_PRIORITY", body: "No." })
const openDefect = { open_defects: [{ description: "17 is missing" }] }
const second = { ...drafted, EXECUTE: [result] }

/** Runs a request and a second one in the same session. */
async function twoTurns(turn: object, options: { lines?: readonly string[] } = {}) {
  const { host, report, id } = await run({ tape: { turns: [turn, second] }, ...options })
  const next = host.again({ lines: confirmed })
  const chained = await next.run({ request: "And below 30", sessionId: id })
  const [first, last] = host.events(id).filter(({ kind }) => kind === "TURN_OPENED")
  return { report, chained, id, next, first: first!.payload, last: last!.payload }
}

describe("a message on a closed session", () => {
  it.each([
    [
      "a success",
      second,
      confirmed,
      { closure: "CLOSED_SUCCESS", verified: true, deliverable: primes, record: null }
    ],
    [
      "an unverified result",
      { ...drafted, EXECUTE: [reply({ ...result.reply, result_ir: openDefect })] },
      confirmed,
      {
        closure: "CLOSED_UNVERIFIED",
        verified: false,
        deliverable: primes,
        record: expect.stringMatching(/^OPEN_DEFECTS: /) as string
      }
    ],
    [
      "a cancellation",
      drafted,
      ["/cancel"],
      { closure: "CLOSED_CANCELLED", verified: false, deliverable: null, record: "CANCEL" }
    ],
    [
      "a failed verification",
      { ...drafted, EXECUTE: [{ text: "no" }], REPAIR: [{ text: "no" }] },
      confirmed,
      {
        closure: "CLOSED_CANCELLED",
        verified: false,
        deliverable: null,
        record: expect.stringMatching(/^OUTPUT_MALFORMED: /) as string
      }
    ],
    [
      "a refusal at EXECUTE",
      { ...drafted, EXECUTE: [blocked] },
      confirmed,
      { closure: "CLOSED_CANCELLED", verified: false, deliverable: null, record: "No." }
    ]
  ])(
    "opens the next turn after %s, in its workspace, and carries that turn and no other",
    async (_what, turn, lines, carried) => {
      const { chained, next, first, last } = await twoTurns(turn, { lines })
      expect(exitOf(chained)[0]).toBe(0)
      expect(chained.turn_id).toBe("turn_002")
      expect(last).toMatchObject({
        previous: "turn_001",
        workspace_id: first["workspace_id"],
        request: "And below 30"
      })
      const told = { turn_id: "turn_001", request, ...carried }
      for (const operation of ["ACTIVATION", "BOOTSTRAP_ANALYSIS", "DRAFT_PROMPT", "EXECUTE"])
        expect(next.calls.find((call) => call.operation === operation)?.input["previous_turn"]).toEqual(told)
      expect(next.calls[0]?.ordinal).toBe(1)
    }
  )

  it.each([
    ["a refusal", { ACTIVATION: [reply({ route: "REFUSAL", response: "No." })] }],
    [
      "a direct answer",
      {
        ACTIVATION: [reply({ route: "BYPASS" })],
        ANSWER_QUESTION: [reply({ kind: "ANSWER", body: "Hello." })]
      }
    ]
  ])("opens a workspace of its own after %s, which carries nothing", async (_what, turn) => {
    const { chained, next, first, last } = await twoTurns(turn)
    expect(exitOf(chained)[0]).toBe(0)
    expect(last["previous"]).toBeNull()
    expect(last["workspace_id"]).not.toBe(first["workspace_id"])
    expect(next.calls[0]?.input).toEqual({ request: "And below 30" })
  })

  it("has a controller, artifacts and a count of calls of its own", async () => {
    const { next, id } = await twoTurns(second)
    const bound = next.events(id).filter(({ kind }) => kind === "PROTOCOL_BOUND")
    expect(bound).toHaveLength(2)
    expect(bound[0]?.payload["instance_id"]).not.toBe(bound[1]?.payload["instance_id"])
    const usage = JSON.parse(next.file(id, "state.json")) as { usage: { calls: number } }
    expect(usage.usage.calls).toBe(5)
    const ids = next
      .events(id)
      .filter(({ kind }) => kind === "EFFECT_STARTED")
      .map(({ payload }) => payload["action_id"])
    expect(new Set(ids).size).toBe(10)
  })
})

describe("a message on a session that is not closed is refused, and names what goes on", () => {
  it.each([
    ["waits for input", async () => waiting(), "answer"],
    ["stands at a gate", async () => run({ tape: { turns: [drafted] }, lines: [] }), "resume"],
    ["failed", async () => run({ tape: { turns: [opening] } }), "resume"],
    ["is uncertain", async () => uncertain(), "resume"]
  ] as const)("where it %s", async (_where, given, goOn) => {
    const { host, id } = await given()
    const before = host.events(id)
    const report = await host.again().run({ request: "Something else", sessionId: id })
    expectError(report, "SESSION_PAUSED", { go_on: goOn, session: id })
    expect(report.envelope.error?.message).toMatch(new RegExp(`\\b${goOn}\\b`))
    expect(host.events(id)).toEqual(before)
  })
})

describe("an archive", () => {
  const refusal = reply({ route: "REFUSAL", response: "No." })
  it.each([
    ["CLOSED_SUCCESS", second, confirmed, "CLOSED_SUCCESS"],
    ["REFUSED", { ACTIVATION: [refusal] }, [], "PROTOCOL_REFUSED"],
    [
      "DIRECT_ANSWER",
      { ACTIVATION: [reply({ route: "BYPASS" })], ANSWER_QUESTION: [reply({ kind: "ANSWER", body: "Hi." })] },
      [],
      "DIRECT_ANSWER_GIVEN"
    ],
    ["CLOSED_CANCELLED", drafted, ["/cancel"], "CANCEL"],
    ["CLOSED_CANCELLED", { ...drafted, EXECUTE: [blocked] }, confirmed, "PROTOCOL_BLOCKED"],
    [
      "CLOSED_UNVERIFIED",
      { ...drafted, EXECUTE: [reply({ ...result.reply, result_ir: openDefect })] },
      confirmed,
      "CLOSED_UNVERIFIED"
    ]
  ])(
    "is made of a turn that closed with %s, with its outcome in it",
    async (status, turn, lines, closing) => {
      const { host, id } = await run({ tape: { turns: [turn] }, lines })
      const archive = JSON.parse(host.file(id, "turns/turn_001.json")) as {
        status: string
        events: { kind: string; payload: object }[]
      }
      expect(archive.status).toBe(status)
      const log = host.events(id).slice(1)
      expect(archive.events.map(({ kind }) => kind)).toEqual(log.map(({ kind }) => kind))
      expect(archive.events.map(({ kind }) => kind).slice(-3)).toEqual([
        closing,
        "OUTCOME_RECORDED",
        "TURN_CLOSED"
      ])
      expect(host.sessions.verify(id).differing).toEqual([])
    }
  )

  it("holds the events of all processes that worked on the turn", async () => {
    const { host, id } = await waiting()
    await host.answer({ sessionId: id, answer: "20" })
    const archive = host.file(id, "turns/turn_001.json")
    for (const kind of [
      "TURN_OPENED",
      "INPUT_REQUESTED",
      "SESSION_RESTORED",
      "ANSWER_ACCEPTED",
      "CLOSED_SUCCESS"
    ])
      expect(archive).toContain(`"kind":"${kind}"`)
  })

  it("is not made of a turn that only pauses", async () => {
    const { host, id } = await waiting()
    expect(() => host.file(id, "turns/turn_001.json")).toThrow("ENOENT")
    expect(host.file(id, "current.md")).toBe("Below which number?\nThe request names none.\n")
  })
})

describe("a session whose turn is closed", () => {
  it("tells its ending once more when it is resumed, and calls nothing", async () => {
    const { host, report, id } = await run({ tape: { turns: [second] } })
    const again = host.again()
    const told = await again.resume({ sessionId: id })
    expect(told).toMatchObject({ session_id: id, turn_id: "turn_001", exit: report.exit, outcome: null })
    expect(JSON.stringify(told.envelope)).toBe(JSON.stringify(report.envelope))
    expect(again.calls).toEqual([])
    expect(told.exit).toEqual(report.exit)
  })

  it("cannot be cancelled any more, unless it was cancelled", async () => {
    const { host, id } = await run({ tape: { turns: [second] } })
    expectError(await host.again().cancel({ sessionId: id }), "TURN_CLOSED", { closure: "CLOSED_SUCCESS" })
  })

  it("keeps the hash of what the model gave, where what is shown is without control sequences", async () => {
    const body = "2 3\u001b[31m 5"
    const { host, report } = await run({
      tape: { turns: [{ ...drafted, EXECUTE: [reply({ kind: "RESULT", body })] }] }
    })
    const { deliverable } = resultOf(report)
    expect(deliverable?.text).not.toContain("\u001b")
    const closing = host.events(idOf(report)).find(({ kind }) => kind === "CLOSED_SUCCESS")?.payload
    expect(closing).toMatchObject({ deliverable: body, deliverable_sha256: deliverable?.sha256 })
  })
})

import {
  appendFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { afterAll, describe, expect, it } from "vitest"
import { SessionError, sessionEvents, Sessions } from "../../src/index.ts"
import { newFolder } from "./new-folder.ts"
import { projections, storyId, tell } from "./story.ts"

const root = newFolder()
afterAll(() => rmSync(root, { recursive: true }))
let made = 0
const newSessions = (now?: () => Date) => {
  made += 1
  return new Sessions({ root: join(root, String(made)), projections, ...(now === undefined ? {} : { now }) })
}
const logOf = (sessions: Sessions, id = "S-1") => join(sessions.root, id, "events.jsonl")
const note = (text: string) => ({ kind: "NOTED", payload: { text } })
const refusal = (work: () => unknown) =>
  Promise.resolve()
    .then(work)
    .then(
      () => "nothing thrown",
      (error: unknown) => (error instanceof SessionError ? error : Promise.reject(error))
    )

async function withEvents(sessions: Sessions<typeof projections>, texts: readonly string[]): Promise<string> {
  const session = await sessions.create({ id: "S-1", events: () => texts.map(note) })
  await session.close()
  return logOf(sessions)
}

describe("the log", () => {
  it("has a line for each event, which jq and people can read", async () => {
    const sessions = newSessions(() => new Date(0))
    const log = await withEvents(sessions, ["é\u2028\n"])
    const [created, noted] = readFileSync(log, "utf8").split("\n")
    expect(JSON.parse(created ?? "")).toMatchObject({ schema: 1, seq: 1, more: 1, kind: "SESSION_CREATED" })
    expect(noted).toBe(
      '{"schema":1,"seq":2,"more":0,"at_utc":"1970-01-01T00:00:00.000Z","kind":"NOTED","payload":{"text":"é\u2028\\n"}}'
    )
  })

  it("gives back exactly what was recorded, whatever text it is", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.json({ maxDepth: 3 }), { maxLength: 5 }), async (values) => {
        const sessions = newSessions()
        const payloads = values.map((value) => ({ value: JSON.parse(value) as never }))
        const session = await sessions.create({ id: "S-1" })
        const { events } = await session.append(payloads.map((payload) => ({ kind: "NOTED", payload })))
        await session.close()
        expect(events.map(({ payload }) => payload)).toEqual(payloads)
        expect([...sessions.events("S-1")].slice(1)).toEqual(events)
      }),
      { numRuns: 30 }
    )
  })

  it("opens from any prefix of its bytes with a prefix of its events, at the end of an append", async () => {
    const whole = newSessions()
    await tell(whole, () => undefined)
    const bytes = readFileSync(logOf(whole, storyId))
    const events = [...whole.events(storyId)]
    const ends = new Set([0])
    for (const line of bytes.toString().split("\n").slice(0, -1)) {
      const { seq, more } = JSON.parse(line) as { seq: number; more: number }
      if (more === 0) ends.add(seq)
    }
    const sessions = newSessions()
    const folder = join(sessions.root, storyId)
    for (const name of ["owners", "answers", "turns"]) mkdirSync(join(folder, name), { recursive: true })
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: bytes.length }), async (length) => {
        writeFileSync(join(folder, "events.jsonl"), bytes.subarray(0, length))
        const view = sessions.view(storyId)
        const session = await sessions.open(storyId)
        expect([...session.events()]).toEqual(events.slice(0, session.seq))
        expect(ends).toContain(session.seq)
        expect([view.seq, view.tornBytes, view.states]).toEqual([
          session.seq,
          session.recovery.tornBytes,
          session.states
        ])
        expect(readFileSync(join(folder, "events.jsonl")).length + view.tornBytes).toBe(length)
        await session.close()
        expect(sessions.verify(storyId)).toMatchObject({ seq: session.seq, tornBytes: 0, differing: [] })
      }),
      { numRuns: 150 }
    )
  })

  it("is cut and goes on where its last line is torn, and says so", async () => {
    const sessions = newSessions()
    const log = await withEvents(sessions, ["one"])
    appendFileSync(log, '{"schema":1,"seq":3,"mo')
    expect(sessions.view("S-1")).toMatchObject({ seq: 2, tornBytes: 23, linesParsed: 2 })
    const session = await sessions.open("S-1")
    expect(session.recovery).toMatchObject({ tornBytes: 23 })
    await session.append([note("two")])
    await session.close()
    expect([...sessions.events("S-1")].map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, "SESSION_CREATED"],
      [2, "NOTED"],
      [3, "NOTED"]
    ])
  })

  it.each([
    ["is not JSON", "{"],
    ["is not a JSON object", "[]"],
    ["is not UTF-8 text", Buffer.from([0x22, 0xff, 0x22])],
    ["has no schema version that is known", "{}"],
    ["should have the number 2", '{"schema":1,"seq":3,"more":0,"at_utc":"","kind":"A","payload":{}}'],
    ["has no time or no kind", '{"schema":1,"seq":2,"more":0,"kind":"A","payload":{}}'],
    ["has no payload", '{"schema":1,"seq":2,"more":0,"at_utc":"","kind":"A","payload":[]}'],
    [
      "has keys that an event does not have",
      '{"schema":1,"seq":2,"more":0,"at_utc":"","kind":"A","payload":{},"x":1}'
    ],
    [
      "does not say how many events of its append follow",
      '{"schema":1,"seq":2,"at_utc":"","kind":"A","payload":{}}'
    ],
    [
      "no turn is open",
      '{"schema":1,"seq":2,"more":0,"at_utc":"","kind":"TURN_CLOSED","payload":{"turn_id":"t"}}'
    ]
  ])("is not read, and not touched, when a whole line %s", async (why, line) => {
    const sessions = newSessions()
    const log = await withEvents(sessions, [])
    appendFileSync(log, line)
    appendFileSync(log, "\n")
    const before = readFileSync(log)
    for (const work of [() => sessions.view("S-1"), () => sessions.open("S-1")]) {
      const error = await refusal(work)
      expect(error).toMatchObject({ code: "SESSION_UNREADABLE", retryable: false, context: { path: log } })
      expect((error as Error).message).toContain(why)
    }
    expect(readFileSync(log)).toEqual(before)
    expect(sessions.list()).toMatchObject([{ id: "S-1", problem: { code: "SESSION_UNREADABLE" } }])
  })

  it("is not read when its appends do not fit together", async () => {
    const sessions = newSessions()
    const log = await withEvents(sessions, ["one", "two"])
    const lines = readFileSync(log, "utf8").split("\n")
    writeFileSync(log, lines.map((line) => line.replace('"more":1', '"more":0')).join("\n"))
    expect(await refusal(() => sessions.open("S-1"))).toMatchObject({ code: "SESSION_UNREADABLE" })
  })

  it("of a newer program is not read", async () => {
    const sessions = newSessions()
    const log = await withEvents(sessions, [])
    appendFileSync(log, '{"schema":2,"seq":2,"anything":"else"}\n')
    for (const work of [
      () => sessions.view("S-1"),
      () => sessions.open("S-1"),
      () => [...sessions.events("S-1")]
    ])
      expect(await refusal(work)).toMatchObject({
        code: "SESSION_TOO_NEW",
        context: { schema: 2, supported: 1 }
      })
  })

  it("of another session is not read, as when a folder is copied", async () => {
    const sessions = newSessions()
    const log = await withEvents(sessions, ["one"])
    const other = await sessions.create({ id: "S-2" })
    await other.close()
    writeFileSync(logOf(sessions, "S-2"), readFileSync(log))
    expect(await refusal(() => sessions.open("S-2"))).toMatchObject({ code: "SESSION_UNREADABLE" })
    expect(await refusal(() => sessions.view("S-2"))).toMatchObject({ code: "SESSION_UNREADABLE" })
  })

  it("with a line of 100 MB is refused when the line is whole, and cut when it is torn", async () => {
    const sessions = newSessions()
    const log = await withEvents(sessions, [])
    const size = statSync(log).size
    appendFileSync(log, Buffer.alloc(100_000_000, "x"))
    expect(sessions.view("S-1")).toMatchObject({ seq: 1, tornBytes: 100_000_000 })
    appendFileSync(log, "\n")
    const error = await refusal(() => sessions.open("S-1"))
    expect(error).toMatchObject({ code: "SESSION_UNREADABLE" })
    expect((error as Error).message).toContain("more than 67108864 bytes")
    truncateSync(log, size + 100_000_000)
    const session = await sessions.open("S-1")
    expect(session.recovery.tornBytes).toBe(100_000_000)
    await session.close()
    expect(statSync(log).size).toBe(size)
  })

  it("keeps its order when the clock goes backwards, and the time as the clock said it", async () => {
    let time = Date.UTC(2030, 0)
    const sessions = newSessions(() => new Date((time -= 3_600_000)))
    await tell(sessions, () => undefined)
    const events = [...sessions.events(storyId)]
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_event, index) => index + 1))
    const times = [...new Set(events.map(({ at_utc }) => at_utc))]
    expect(times).toEqual(times.toSorted().toReversed())
    expect(sessions.verify(storyId)).toMatchObject({ differing: [], snapshot: "agrees" })
  })
})

const deep = () => {
  let value: unknown = 0
  for (let level = 0; level < 100_000; level += 1) value = [value]
  return value
}

describe("an event that cannot be recorded", () => {
  it.each([
    ["has a kind in small letters", { kind: "noted", payload: {} }],
    ["has no payload", { kind: "NOTED", payload: undefined }],
    ["has a list as payload", { kind: "NOTED", payload: [] }],
    ["holds a big integer", { kind: "NOTED", payload: { value: 1n } }],
    ["is nested without end", { kind: "NOTED", payload: { value: deep() } }],
    ["is larger than any line may be", { kind: "NOTED", payload: { text: "x".repeat(67_108_864) } }],
    ["closes no open turn", sessionEvents.turnClosed("turn_001", "CLOSED_SUCCESS")]
  ])("because it %s is refused with the whole append, and changes nothing", async (_why, event) => {
    const sessions = newSessions()
    const session = await sessions.create({ id: "S-1" })
    const before = readFileSync(logOf(sessions))
    const error = await refusal(() => session.append([note("fine"), event as never]))
    expect(error).toMatchObject({ code: "EVENT_REFUSED" })
    expect([readFileSync(logOf(sessions)), session.seq]).toEqual([before, 1])
    await session.append([note("after")])
    expect(session.seq).toBe(2)
    await session.close()
  })
})

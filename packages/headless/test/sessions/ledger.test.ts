import { rmSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import {
  nextActionId,
  nextInputId,
  nextTurnId,
  type NewEvent,
  type Session,
  SessionError,
  sessionEvents as event,
  Sessions
} from "../../src/index.ts"
import { newFolder } from "./new-folder.ts"

const root = newFolder()
afterAll(() => rmSync(root, { recursive: true }))
const sessions = new Sessions({ root, projections: {} })

async function after(...batches: ((session: Session) => readonly NewEvent[])[]): Promise<Session> {
  const session = await sessions.create()
  for (const batch of batches) await session.append(batch(session))
  return session
}
const opened = () => [event.turnOpened("turn_001", null)]
const started = ({ ledger }: Session) => [event.effectStarted(nextActionId(ledger), "model")]
const asked = ({ ledger }: Session) => [event.inputRequested(nextInputId(ledger), { body: "Which colour?" })]
const closed = ({ ledger }: Session) => [event.turnClosed(ledger.turn?.turn_id ?? "", "CLOSED_SUCCESS")]
const actionOf = ({ ledger }: Session) => ledger.effects[0]?.action_id ?? ""

async function refused(session: Session, events: readonly NewEvent[]): Promise<string> {
  const error = await session.append(events).then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  expect(error).toBeInstanceOf(SessionError)
  expect((error as SessionError).code).toBe("EVENT_REFUSED")
  return (error as Error).message
}

describe("an effect", () => {
  it("is in flight from its start to its end, under an id that no other session has", async () => {
    const [one, other] = [await after(opened, started), await after(opened, started)]
    expect(one.ledger.effects).toMatchObject([{ effect: "model", turn_id: "turn_001", seq: 3 }])
    expect(actionOf(one)).toMatch(/^I-[0-9a-f]{10}-A1$/)
    expect(actionOf(one)).not.toBe(actionOf(other))
    await one.append([event.effectFinished(actionOf(one))])
    expect(one.ledger.effects).toEqual([])
    expect(nextActionId(one.ledger)).toMatch(/-A2$/)
  })

  it("that was started and not finished is uncertain for the next process, and for nobody while this one is at work", async () => {
    const session = await after(opened, started)
    expect(sessions.view(session.id)).toMatchObject({ uncertain: [], owner: { pid: process.pid } })
    await session.close()
    const left = [{ action_id: actionOf(session), effect: "model" }]
    expect(sessions.view(session.id)).toMatchObject({ uncertain: left, owner: undefined })
    expect((await sessions.open(session.id)).recovery.uncertain).toMatchObject(left)
  })

  it("whose interruption by a signal was recorded is not uncertain", async () => {
    const session = await after(opened, started, (at) => [event.effectInterrupted(actionOf(at), "SIGINT")])
    await session.close()
    expect(sessions.view(session.id).uncertain).toEqual([])
  })

  it("is done again under a new id, once that is decided and recorded", async () => {
    const session = await after(opened, started)
    const old = actionOf(session)
    await session.append([event.effectRedone(old, "cli"), ...started(session)])
    expect(actionOf(session)).toBe(old.replace(/1$/, "2"))
  })

  it("is given up before its turn is closed", async () => {
    const session = await after(opened, started)
    expect(await refused(session, closed(session))).toContain("is not settled")
    await session.append([event.effectAbandoned(actionOf(session), "cli"), ...closed(session)])
    expect(session.ledger).toMatchObject({ turn: null, effects: [], closed: { status: "CLOSED_SUCCESS" } })
  })

  it("cannot be started outside a turn, under an old id, or be ended twice", async () => {
    const session = await after()
    expect(await refused(session, started(session))).toContain("no turn is open")
    await session.append([...opened(), ...started(session)])
    const action = actionOf(session)
    expect(await refused(session, [event.effectStarted(action, "model")])).toContain("action_id should be")
    await session.append([event.effectFinished(action)])
    expect(await refused(session, [event.effectFinished(action)])).toContain("is in flight")
  })
})

describe("a turn", () => {
  it.each(["CLOSED_SUCCESS", "CLOSED_CANCELLED", "CLOSED_UNVERIFIED", "REFUSED", "DIRECT_ANSWER"])(
    "is followed by the next one after the closure %s",
    async (status) => {
      const session = await after(opened, () => [event.turnClosed("turn_001", status)])
      expect(nextTurnId(session.ledger)).toBe("turn_002")
      await session.append([event.turnOpened("turn_002", "turn_001")])
      expect(session.ledger).toMatchObject({
        turn: { turn_id: "turn_002" },
        closed: { turn_id: "turn_001", status }
      })
    }
  )

  it("is one at a time, has the next number, and carries on the turn closed last or none", async () => {
    const session = await after(opened)
    expect(await refused(session, [event.turnOpened("turn_002", null)])).toContain("still open")
    await session.append(closed(session))
    expect(await refused(session, [event.turnOpened("turn_003", "turn_001")])).toContain("should be turn_002")
    expect(await refused(session, [event.turnOpened("turn_002", "turn_000")])).toContain("carries on")
    await session.append([event.turnOpened("turn_002", null)])
  })

  it("that is closed takes its open input request with it", async () => {
    const session = await after(opened, asked, closed)
    expect(session.ledger.input).toMatchObject({ input_id: "X-1", state: "withdrawn" })
  })
})

describe("an input request", () => {
  it("is one at a time, and has a new id after it was withdrawn", async () => {
    const session = await after(opened, asked)
    expect(session.ledger.input).toMatchObject({
      input_id: "X-1",
      answer_id: "turn_001.X-1",
      state: "open",
      request: { body: "Which colour?" }
    })
    expect(await refused(session, asked(session))).toContain("still waits")
    await session.append([event.inputWithdrawn("X-1")])
    expect(await refused(session, [event.inputRequested("X-1")])).toContain("should be X-2")
    await session.append(asked(session))
    expect(session.ledger.input).toMatchObject({ input_id: "X-2", state: "open" })
  })
})

describe("a session", () => {
  it("begins with its creation, and with nothing else", async () => {
    const session = await after()
    expect(await refused(session, [event.created("S-1", "I-0")])).toContain("created already")
    expect(session.ledger.created).toMatchObject({ session_id: session.id })
  })
})

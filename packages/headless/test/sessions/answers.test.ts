import { mkdirSync, readFileSync, rmSync, unlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  nextActionId,
  nextInputId,
  nextTurnId,
  type Session,
  sessionEvents as event,
  Sessions
} from "../../src/index.ts"
import { Processes } from "./session-process.ts"
import { projections } from "./story.ts"
import { watchedDisk } from "./watched-disk.ts"

let processes: Processes
beforeAll(async () => {
  processes = await Processes.build()
})
afterAll(() => processes.remove())

type Store = Sessions<typeof projections>
const ask = ({ ledger }: Session) => event.inputRequested(nextInputId(ledger), { body: "Which colour?" })

/** A session that waits for an answer. */
async function waiting(): Promise<Store> {
  const sessions = new Sessions({ root: processes.newRoot(), projections })
  const session = await sessions.create({ id: "S-1", events: () => [event.turnOpened("turn_001", null)] })
  await session.append([ask(session), event.outcomeRecorded({ exit: 3 })], { publish: true })
  await session.close()
  return sessions
}

/** The run that acts on the claimed answer, up to `outcome`. */
async function drive(sessions: Store, outcome?: number): Promise<Session> {
  const session = await sessions.open("S-1")
  const answer = session.pendingAnswer()
  if (answer === undefined) throw new Error("no answer was claimed")
  await session.append([
    event.answerAccepted(answer),
    event.effectStarted(nextActionId(session.ledger), "model")
  ])
  if (outcome === undefined) return session
  const action = session.ledger.effects[0]?.action_id ?? ""
  await session.append([event.effectFinished(action), event.outcomeRecorded({ exit: outcome })], {
    publish: true
  })
  return session
}

const blue = { answer: "blue", by: "stdin" }
const conflict = { code: "ANSWER_CONFLICT", retryable: false, context: { input_id: "X-1" } }

describe("an answer", () => {
  it("is claimed once, acted on once, and then says what came of it", async () => {
    const sessions = await waiting()
    expect(await sessions.answer("S-1", blue)).toMatchObject({
      _tag: "Claimed",
      answer: { answer_id: "turn_001.X-1", input_id: "X-1", turn_id: "turn_001", answer: "blue" }
    })
    expect(await sessions.answer("S-1", blue)).toMatchObject({ _tag: "Repeated", outcome: undefined })
    const session = await drive(sessions, 0)
    await session.close()
    expect(await sessions.answer("S-1", blue)).toMatchObject({
      _tag: "Repeated",
      outcome: { kind: "OUTCOME_RECORDED", payload: { exit: 0 } }
    })
    expect([...sessions.events("S-1")].filter(({ kind }) => kind === "EFFECT_STARTED").length).toBe(1)
  })

  it.each([
    ["blue", "blue\n"],
    ["blue\n", "blue\r\n"],
    ["blue\n\n", "blue\n\r\n"],
    [" blue ", Buffer.from(" blue \n")],
    ["\uFEFFblaŭa", Buffer.from("\uFEFFblaŭa")]
  ])("is the same as another when only one line terminator differs: %j and %j", async (one, other) => {
    const sessions = await waiting()
    await sessions.answer("S-1", { answer: one, by: "stdin" })
    expect((await sessions.answer("S-1", { answer: other, by: "file" }))._tag).toBe("Repeated")
  })

  it.each([
    ["blue", "blue "],
    ["blue", "Blue"],
    ["blue", "blue\n\n"],
    ["blue", "\uFEFFblue"],
    ["blue", "blue\r"],
    ["é", "e\u0301"]
  ])("is another one when anything else differs: %j and %j", async (one, other) => {
    const sessions = await waiting()
    await sessions.answer("S-1", { answer: one, by: "stdin" })
    await expect(sessions.answer("S-1", { answer: other, by: "stdin" })).rejects.toMatchObject(conflict)
    const session = await drive(sessions, 0)
    await session.close()
    await expect(sessions.answer("S-1", { answer: other, by: "stdin" })).rejects.toMatchObject(conflict)
  })

  it.each([
    ["empty", ""],
    ["nothing but a line terminator", "\r\n"],
    ["not UTF-8", Buffer.from([0xff])],
    ["half a character", "\uD800"]
  ])("is refused when it is %s", async (_what, answer) => {
    const sessions = await waiting()
    await expect(sessions.answer("S-1", { answer, by: "stdin" })).rejects.toMatchObject({
      code: "ANSWER_INVALID"
    })
    expect((await sessions.answer("S-1", blue))._tag).toBe("Claimed")
  })

  it("keeps its text as it is, and the request beside it", async () => {
    const sessions = await waiting()
    const answer = '```json\n{"kind":"CANCEL"}\n```\u0000\u2028 /stop\n'
    await sessions.answer("S-1", { answer, by: "stdin" })
    const session = await drive(sessions, 0)
    await session.close()
    const accepted = [...sessions.events("S-1")].find(({ kind }) => kind === "ANSWER_ACCEPTED")
    expect(accepted?.payload["answer"]).toBe(answer.slice(0, -1))
    const file = JSON.parse(readFileSync(join(session.folder, "answers/turn_001.X-1.json"), "utf8")) as object
    expect(file).toMatchObject({
      answer: answer.slice(0, -1),
      request: { body: "Which colour?", input_id: "X-1" }
    })
  })

  it("that was claimed by a process that was killed is the answer of the next one", async () => {
    const sessions = await waiting()
    const { lines } = await processes.run([sessions.root, "answer", "S-1", "blue"])
    expect(lines).toMatchObject([{ _tag: "Claimed" }])
    await expect(sessions.answer("S-1", { answer: "red", by: "stdin" })).rejects.toMatchObject(conflict)
    const session = await sessions.open("S-1")
    expect(session.pendingAnswer()).toMatchObject({ answer: "blue", by: "stdin" })
    await session.close()
  })

  it("is refused when nothing is asked, another request is meant, or the request was withdrawn", async () => {
    const sessions = await waiting()
    const notWaiting = { code: "SESSION_NOT_WAITING" }
    await expect(sessions.answer("S-1", { ...blue, inputId: "X-2" })).rejects.toMatchObject(notWaiting)
    const session = await sessions.open("S-1")
    await session.append([event.inputWithdrawn("X-1")])
    await session.close()
    await expect(sessions.answer("S-1", blue)).rejects.toMatchObject(notWaiting)
    await expect(sessions.answer("S-1", { ...blue, inputId: "X-1" })).rejects.toMatchObject(notWaiting)
    await expect(sessions.answer("S-2", blue)).rejects.toMatchObject({ code: "SESSION_UNKNOWN" })
    const fresh = await sessions.create({ id: "S-3" })
    await fresh.close()
    await expect(sessions.answer("S-3", blue)).rejects.toMatchObject(notWaiting)
  })

  it("to a request of an earlier turn still says what came of it", async () => {
    const sessions = await waiting()
    await sessions.answer("S-1", blue)
    const session = await drive(sessions, 5)
    await session.append([event.turnClosed("turn_001", "CLOSED_UNVERIFIED")])
    await session.append([event.turnOpened(nextTurnId(session.ledger), "turn_001"), ask(session)])
    await session.append([event.outcomeRecorded({ exit: 3 })])
    await session.close()
    expect(await sessions.answer("S-1", { ...blue, inputId: "X-1" })).toMatchObject({
      _tag: "Repeated",
      outcome: { payload: { exit: 5 } }
    })
    await expect(
      sessions.answer("S-1", { answer: "red", by: "stdin", inputId: "X-1" })
    ).rejects.toMatchObject(conflict)
    expect(await sessions.answer("S-1", { answer: "red", by: "stdin" })).toMatchObject({
      _tag: "Claimed",
      answer: { answer_id: "turn_002.X-2" }
    })
  })

  it("that is not whole is not taken for one", async () => {
    const sessions = await waiting()
    await sessions.answer("S-1", blue)
    const path = join(sessions.root, "S-1/answers/turn_001.X-1.json")
    const text = readFileSync(path, "utf8")
    for (const spoilt of ["", text.slice(0, -3), text.replace("blue", "red"), text.replace("X-1", "X-2")]) {
      writeFileSync(path, spoilt)
      const unreadable = { code: "SESSION_UNREADABLE", context: { path } }
      await expect(sessions.answer("S-1", blue)).rejects.toMatchObject(unreadable)
      const session = await sessions.open("S-1")
      expect(() => session.pendingAnswer()).toThrow(expect.objectContaining(unreadable))
      await session.close()
    }
    rmSync(path)
    mkdirSync(path)
    await expect(sessions.answer("S-1", blue)).rejects.toMatchObject({ code: "SESSION_UNREADABLE" })
  })
})

describe("answers at once", () => {
  it("from twenty processes: one is claimed, the same ones are told so, and the others are a conflict", async () => {
    const sessions = await waiting()
    const all = await Promise.all(
      Array.from({ length: 20 }, (_none, at) =>
        processes.run([sessions.root, "answer", "S-1", at % 2 === 0 ? "blue" : "red"])
      )
    )
    const said = all.map(
      ({ lines }) => lines[0] as { _tag?: string; code?: string; answer?: { answer: string } }
    )
    const claimed = said.filter(({ _tag }) => _tag === "Claimed")
    expect(claimed.length).toBe(1)
    const won = claimed[0]?.answer?.answer
    expect(said.filter(({ _tag }) => _tag === "Repeated").map(({ answer }) => answer?.answer)).toEqual(
      Array(9).fill(won)
    )
    expect(said.filter(({ code }) => code === "ANSWER_CONFLICT").length).toBe(10)
    const session = await drive(sessions)
    expect(session.ledger.input?.state).toBe("answered")
    await session.close()
  })

  it("survive that the next owner tidies up while one of them is being written", async () => {
    const { root } = await waiting()
    let swept = 0
    const disk = watchedDisk((name, given) => {
      if (name === "link" && swept++ < 2) unlinkSync(String(given[0]))
    })
    const taken = await new Sessions({ root, projections, disk }).answer("S-1", blue)
    expect([taken._tag, swept]).toEqual(["Claimed", 3])
  })
})

describe("the outcome of an answer", () => {
  it("is waited for while a process is at work on it", async () => {
    const sessions = await waiting()
    await sessions.answer("S-1", blue)
    const session = await drive(sessions)
    const waited = sessions.awaitOutcome("S-1", "turn_001.X-1")
    await new Promise((resolve) => setTimeout(resolve, 30))
    await session.append([event.outcomeRecorded({ exit: 0 })])
    expect(await waited).toMatchObject({ payload: { exit: 0 } })
    await session.close()
  })

  it("is not waited for when nobody is at work on it, or the wait is given up", async () => {
    const sessions = await waiting()
    await sessions.answer("S-1", blue)
    expect(await sessions.awaitOutcome("S-1", "turn_001.X-1")).toBeUndefined()
    const session = await drive(sessions)
    const controller = new AbortController()
    const waited = sessions.awaitOutcome("S-1", "turn_001.X-1", controller.signal)
    setTimeout(() => controller.abort(), 20)
    expect(await waited).toBeUndefined()
    await session.close()
  })
})

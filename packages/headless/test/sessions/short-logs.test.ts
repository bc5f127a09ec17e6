import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { type NewEvent, sessionEvents, Sessions } from "../../src/index.ts"
import { newFolder } from "./new-folder.ts"
import { counted } from "./story.ts"

const root = newFolder()
afterAll(() => rmSync(root, { recursive: true }))

const note = (text: string): NewEvent => ({ kind: "NOTED", payload: { text } })
const newSessions = () => new Sessions({ root, projections: { counted } })

async function storyIn(sessions: ReturnType<typeof newSessions>, id: string, ...more: readonly NewEvent[]) {
  const session = await sessions.create({ id, events: () => [sessionEvents.turnOpened("turn_001", null)] })
  await session.append([note("one"), ...more])
  await session.close()
  return join(root, id, "events.jsonl")
}

describe("a short log that was read or written in this process", () => {
  it("is not decoded again while it has the same bytes, and says what it says to a process that never saw it", async () => {
    const sessions = newSessions()
    await storyIn(sessions, "S-1", sessionEvents.turnClosed("turn_001", "REFUSED"))
    const { linesParsed, ...seen } = sessions.view("S-1")
    const { linesParsed: parsed, ...fresh } = newSessions().view("S-1")
    expect([linesParsed, parsed]).toEqual([0, 4])
    expect(seen).toEqual(fresh)
    const session = await sessions.open("S-1")
    expect(session.recovery).toMatchObject({ linesParsed: 0, rebuilt: [] })
    await session.append([note("two")])
    await session.close()
    const { seq, states, ledger } = newSessions().view("S-1")
    expect(sessions.view("S-1")).toMatchObject({ seq, states, ledger, linesParsed: 0 })
    // The file of its closed turn is still compared with it.
    rmSync(join(root, "S-1", "turns", "turn_001.json"))
    const again = await sessions.open("S-1")
    expect(again.recovery).toMatchObject({ linesParsed: 0, rebuilt: ["turns/turn_001.json"] })
    await again.close()
  })

  it("is read for what it says when its size and times are as before, and its bytes are not", async () => {
    const sessions = newSessions()
    const log = await storyIn(sessions, "S-2")
    const { atime, mtime } = statSync(log)
    const text = readFileSync(log, "utf8")
    const change = (to: string) => {
      writeFileSync(log, to)
      utimesSync(log, atime, mtime)
    }
    change(text.replace('"one"', '"two"'))
    expect(sessions.view("S-2").linesParsed).toBe(3)
    expect([...sessions.events("S-2")].at(-1)?.payload).toEqual({ text: "two" })
    change(text.replace('"seq":3', '"seq":4'))
    expect(() => sessions.view("S-2")).toThrow(expect.objectContaining({ code: "SESSION_UNREADABLE" }))
    await expect(sessions.open("S-2")).rejects.toMatchObject({ code: "SESSION_UNREADABLE" })
    change(text)
    expect(sessions.view("S-2").seq).toBe(3)
  })

  it("is decoded as a whole when a session is rebuilt", async () => {
    const sessions = newSessions()
    await storyIn(sessions, "S-3")
    const session = await sessions.open("S-3", { rebuild: true })
    expect(session.recovery.linesParsed).toBe(3)
    await session.close()
  })
})

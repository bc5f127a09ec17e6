import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { nodeDisk, sessionEvents, Sessions } from "../../src/index.ts"
import { newFolder } from "./new-folder.ts"
import { watchedDisk } from "./watched-disk.ts"

const base = newFolder()
afterAll(() => rmSync(base, { recursive: true }))
let made = 0

/** Sessions on a disk that tells what it syncs, by path, and that can be told to refuse it. */
function watched() {
  made += 1
  const root = join(base, String(made))
  const paths = new Map<number, string>()
  const synced: string[] = []
  const state = { refuses: false }
  const watching = watchedDisk((name, [fd]) => {
    if (name === "sync") synced.push(paths.get(Number(fd)) ?? "")
  })
  const disk = {
    ...watching,
    open: (...given: Parameters<typeof nodeDisk.open>) => {
      const fd = nodeDisk.open(...given)
      paths.set(fd, given[0].slice(root.length).replace(/\/\.new\/[0-9a-f]+/, "/S-1"))
      return fd
    },
    sync: async (fd: number) => {
      await watching.sync(fd)
      if (state.refuses) throw Object.assign(new Error("input/output error"), { code: "EIO" })
    }
  }
  return { sessions: new Sessions({ root, projections: {}, disk }), synced, state }
}

const opened = () => [sessionEvents.turnOpened("turn_001", null)]
const note = { kind: "NOTED", payload: {} }
const names = ["", "/S-1", "/S-1/events.jsonl"]

describe("a session that is made without waiting for the device", () => {
  it("is there at once, and on the device with its first append: the log, and every folder with a new name", async () => {
    const { sessions, synced } = watched()
    const session = await sessions.create({ id: "S-1", events: opened, synced: false })
    expect(synced).toEqual([])
    expect(sessions.view("S-1").seq).toBe(2)
    await session.append([note])
    expect(synced).toEqual(expect.arrayContaining(names))
    synced.length = 0
    await session.append([note])
    expect(synced).toEqual(["/S-1/events.jsonl"])
    await session.close()
  })

  it("shares the sync of the folder that all sessions are in with those that are made at once, and with none before it", async () => {
    const { sessions, synced } = watched()
    const first = await sessions.create()
    synced.length = 0
    const all = await Promise.all(
      Array.from({ length: 9 }, () => sessions.create({ events: opened, synced: false }))
    )
    await Promise.all(all.map((session) => session.append([note])))
    // The first one's, and one that began when all the others had their names.
    expect(synced.filter((path) => path === "")).toEqual(["", ""])
    const later = await sessions.create({ events: opened })
    expect(synced.filter((path) => path === "").length).toBe(3)
    await Promise.all([first, ...all, later].map((session) => session.close()))
  })

  it("is on the device when it is closed without another event", async () => {
    const { sessions, synced } = watched()
    const session = await sessions.create({ id: "S-1", events: opened, synced: false })
    expect(await session.close()).toBeUndefined()
    expect(synced).toEqual(expect.arrayContaining(names))
  })

  it("and that the device refuses is left as by a process that died: the next one syncs it before it goes on", async () => {
    for (const end of ["append", "close"] as const) {
      const { sessions, synced, state } = watched()
      const session = await sessions.create({ id: "S-1", events: opened, synced: false })
      state.refuses = true
      if (end === "append")
        await expect(session.append([note])).rejects.toMatchObject({ code: "SESSION_NOT_SAVED" })
      const problem = await session.close()
      expect(problem?.code).toBe(end === "close" ? "SESSION_NOT_SAVED" : undefined)
      state.refuses = false
      synced.length = 0
      const next = await sessions.open("S-1")
      expect(next.recovery.predecessor).toBe("died")
      expect(next.seq).toBe(2)
      expect(synced).toEqual(expect.arrayContaining(names))
      await next.close()
    }
  })
})

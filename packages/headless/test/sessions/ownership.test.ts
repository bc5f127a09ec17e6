import { once } from "node:events"
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { spawn } from "node:child_process"
import type { Readable } from "node:stream"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { nodeDisk, type Session, Sessions } from "../../src/index.ts"
import { Processes } from "./session-process.ts"
import { projections } from "./story.ts"

let processes: Processes
beforeAll(async () => {
  processes = await Processes.build()
})
afterAll(() => processes.remove())

/** A session that nobody has. */
async function released(): Promise<{ sessions: Sessions<typeof projections>; owners: string }> {
  const sessions = new Sessions({ root: processes.newRoot(), projections })
  const session = await sessions.create({ id: "S-1" })
  await session.close()
  return { sessions, owners: join(session.folder, "owners") }
}

type Record = { [key: string]: string | number | null }

/** A session whose owner record was changed. */
async function ownedBy(change: Record): Promise<{ sessions: Sessions; path: string }> {
  const { sessions, owners } = await released()
  const session = await sessions.open("S-1")
  const path = join(owners, readdirSync(owners)[0] ?? "")
  const record = JSON.parse(readFileSync(path, "utf8")) as Record
  await session.close()
  writeFileSync(path, JSON.stringify({ ...record, ...change }))
  return { sessions, path }
}

const note = [{ kind: "NOTED", payload: {} }]

async function expectTakenOver(sessions: Sessions): Promise<void> {
  const session = await sessions.open("S-1")
  expect(session.recovery.predecessor).toBe("died")
  await session.append(note)
  await session.close()
}

describe("a session that a process has", () => {
  it("is busy for every other one, which may try again, and not for reading", async () => {
    const { sessions } = await released()
    const holder = processes.start([sessions.root, "hold", "S-1"])
    await holder.said
    const { lines, code } = await processes.run([sessions.root, "open", "S-1"])
    expect([code, lines]).toMatchObject([1, [{ code: "SESSION_BUSY", retryable: true }]])
    expect((lines[0] as { message: string }).message).toContain(`process ${holder.child.pid} on `)
    expect(sessions.view("S-1").owner?.pid).toBe(holder.child.pid)
    holder.child.kill("SIGKILL")
    await holder.ended
    await expectTakenOver(sessions)
  })

  it("is busy within the process as well, until it is closed", async () => {
    const { sessions } = await released()
    const session = await sessions.open("S-1")
    await expect(sessions.open("S-1")).rejects.toMatchObject({ code: "SESSION_BUSY" })
    await Promise.all([session.close(), session.close()])
    const again = await sessions.open("S-1")
    expect(again.recovery.predecessor).toBe("released")
    await again.close()
  })

  it("is taken over at once from a zombie", async () => {
    const { sessions } = await released()
    const worker = [process.execPath, join(processes.folder, "worker.mjs"), sessions.root, "hold", "S-1"]
    // The shell becomes a program that never asks for its child.
    const parent = spawn("sh", ["-c", '"$@" & echo $!; exec sleep 600', "sh", ...worker], {
      stdio: ["ignore", "pipe", "ignore"]
    })
    try {
      const output = parent.stdout as Readable
      let text = ""
      output.on("data", (part: Buffer) => (text += part.toString()))
      while (!text.includes("opened")) await once(output, "data")
      const pid = Number(text.split("\n")[0])
      process.kill(pid, "SIGKILL")
      while (!/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8")))
        await new Promise((done) => setTimeout(done, 2))
      await expectTakenOver(sessions)
    } finally {
      parent.kill("SIGKILL")
    }
  })

  it("is taken over from a process whose number another one has now", async () => {
    const { sessions } = await ownedBy({ pid: process.pid, started: "1" })
    await expectTakenOver(sessions)
  })

  it("is taken over when the machine was started again since", async () => {
    const { sessions } = await ownedBy({ pid: process.pid, boot_id: "an older one" })
    await expectTakenOver(sessions)
  })

  it("is taken over when a power loss left nothing of its owner's record", async () => {
    const { sessions, path } = await ownedBy({})
    writeFileSync(path, "")
    await expectTakenOver(sessions)
  })

  it("is let go by a whole line alone: half of one is that of a process which was killed while it wrote", async () => {
    for (const end of [
      "\n",
      '\n{"released_at_utc":"2030',
      '\n{"released_at_utc":"2030-01-01T00:00:00.000Z"}\n'
    ]) {
      const { sessions, path } = await ownedBy({ started: "1" })
      writeFileSync(path, end, { flag: "a" })
      const session = await sessions.open("S-1")
      expect(session.recovery.predecessor).toBe(end.endsWith("}\n") ? "released" : "died")
      await session.close()
    }
  })

  it.each([
    ["another host", { host: "elsewhere" }],
    ["another machine of the same name", { machine: "0123456789abcdef" }],
    ["another container", { pid_namespace: "pid:[1]" }]
  ])("is not taken over from a process of %s, which cannot be seen", async (_where, change) => {
    const { sessions, path } = await ownedBy({ pid: 2 ** 22 + 1, ...change })
    const error: unknown = await sessions.open("S-1").catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: "SESSION_BUSY", retryable: true })
    expect((error as { suggestion: string }).suggestion).toContain(`remove ${path}`)
    rmSync(path)
    const session = await sessions.open("S-1")
    await session.close()
  })

  it("is not taken over when its owner's record says nothing that can be understood", async () => {
    const { sessions, path } = await ownedBy({})
    for (const text of ["{", "null", '{"pid":-1}', '{"pid":1}']) {
      writeFileSync(path, text)
      await expect(sessions.open("S-1")).rejects.toMatchObject({
        code: "SESSION_UNREADABLE",
        context: { path }
      })
    }
  })
})

describe("a session whose opening failed", () => {
  it("is left to the next process as a killed one leaves it, so that nothing is acted on that the device may not have", async () => {
    const { sessions } = await released()
    const holder = processes.start([sessions.root, "hold", "S-1"])
    await holder.said
    holder.child.kill("SIGKILL")
    await holder.ended
    const disk = { ...nodeDisk, sync: () => Promise.reject(Object.assign(new Error("EIO"), { code: "EIO" })) }
    const failing = new Sessions({ root: sessions.root, projections, disk })
    await expect(failing.open("S-1")).rejects.toMatchObject({ code: "SESSION_NOT_SAVED" })
    await expectTakenOver(sessions)
  })
})

describe("processes that race for a session", () => {
  it("have it one at a time, and lose nothing that they record", async () => {
    const { sessions, owners } = await released()
    const dead = processes.start([sessions.root, "hold", "S-1"])
    await dead.said
    dead.child.kill("SIGKILL")
    await dead.ended
    const all = await Promise.all(
      [1, 2, 3, 4].map(() => processes.run([sessions.root, "count", "S-1", "15"]))
    )
    expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(all.map(() => [0, ""]))
    const counted = all.flatMap(({ lines }) => lines.map((line) => (line as { counted: number }).counted))
    expect(counted.toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: 60 }, (_none, at) => at + 2)
    )
    expect([...sessions.events("S-1")].length).toBe(61)
    // A number is never given twice, and only the last one is kept.
    expect(readdirSync(owners)).toEqual(["62"])
  })
})

describe("a process that lost its session", () => {
  const lost = { code: "SESSION_LOST" }

  async function expectLost(spoil: (session: Session, owners: string) => unknown): Promise<void> {
    const { sessions, owners } = await released()
    const session = await sessions.open("S-1")
    await spoil(session, owners)
    const log = readFileSync(join(session.folder, "events.jsonl"), "utf8")
    await expect(session.append(note)).rejects.toMatchObject(lost)
    expect(() => [...session.events()]).toThrow(expect.objectContaining(lost))
    await session.close()
    expect(readFileSync(join(session.folder, "events.jsonl"), "utf8")).toBe(log)
  }

  it("because somebody removed its record records nothing more", () =>
    expectLost((_session, owners) => rmSync(join(owners, "2"))))

  it("because somebody took it over records nothing more, and leaves it to the other", () =>
    expectLost(async ({ folder }, owners) => {
      rmSync(join(owners, "2"))
      writeFileSync(join(owners, "1"), "")
      const other = new Sessions({ root: join(folder, ".."), projections })
      const session = await other.open("S-1")
      await session.append(note)
    }))

  it("because somebody wrote to its log records nothing more", () =>
    expectLost(({ folder }) => writeFileSync(join(folder, "events.jsonl"), "x", { flag: "a" })))

  it("because it closed it is told so", async () => {
    const { sessions } = await released()
    const session = await sessions.open("S-1")
    await session.close()
    await expect(session.append(note)).rejects.toMatchObject({ code: "SESSION_RELEASED" })
  })
})

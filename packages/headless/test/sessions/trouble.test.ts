import { spawnSync } from "node:child_process"
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type Disk, nodeDisk, SessionError, Sessions } from "../../src/index.ts"
import { Processes } from "./session-process.ts"
import { projections, storyId, tell } from "./story.ts"
import { filesOf } from "./tree.ts"
import { watchedDisk } from "./watched-disk.ts"

let processes: Processes
let told = ""
let root = ""
let folder = ""
let sessions: Sessions<typeof projections>

beforeAll(async () => {
  processes = await Processes.build()
  told = processes.newRoot()
  await tell(new Sessions({ root: told, projections }), () => undefined)
})
afterAll(() => processes.remove())
beforeEach(() => {
  root = processes.newRoot()
  folder = join(root, storyId)
  cpSync(told, root, { recursive: true })
  sessions = new Sessions({ root, projections })
})

const unreadable = { code: "SESSION_UNREADABLE", retryable: false }
const pipe = (path: string) => expect(spawnSync("mkfifo", [path]).status).toBe(0)

describe("a session that is not there", () => {
  it("is unknown, and is not started", async () => {
    for (const work of [
      () => sessions.open("S-1"),
      async () => sessions.view("S-1"),
      async () => sessions.verify("S-1")
    ])
      await expect(work()).rejects.toMatchObject({ code: "SESSION_UNKNOWN", retryable: false })
    expect(sessions.list().map(({ id }) => id)).toEqual([storyId])
    expect(new Sessions({ root: join(root, "none"), projections }).list()).toEqual([])
  })

  it.runIf(process.platform === "linux")(
    "cannot be made where the system lets nobody make a folder, which is said in its words",
    async () => {
      for (const nowhere of ["/proc/steward", "/proc/steward/deeper"])
        await expect(
          new Sessions({ root: nowhere, projections }).create({ id: "S-1" })
        ).rejects.toMatchObject({
          code: "SESSION_NOT_SAVED",
          message: expect.stringMatching(/could not be written: ENOENT/)
        })
    }
  )

  it.each(["", ".", "..", "../S-1", "a/b", "/etc", ".new", "a\0b", "-x", "é", "a".repeat(65)])(
    "cannot have the id %j, which would lead elsewhere",
    async (id) => {
      const invalid = { code: "SESSION_ID_INVALID" }
      await expect(sessions.create({ id })).rejects.toMatchObject(invalid)
      await expect(sessions.open(id)).rejects.toMatchObject(invalid)
      await expect(sessions.answer(id, { answer: "x", by: "x" })).rejects.toMatchObject(invalid)
    }
  )
})

describe("a session that is there", () => {
  it("is not started again", async () => {
    const before = filesOf(root)
    await expect(sessions.create({ id: storyId })).rejects.toMatchObject({ code: "SESSION_EXISTS" })
    expect(filesOf(root)).toEqual(before)
  })

  it("is started by one of many who start it at once", async () => {
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => sessions.create({ id: "S-1" })))
    expect(all.filter(({ status }) => status === "fulfilled").length).toBe(1)
    for (const one of all)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: "SESSION_EXISTS" })
  })

  it.each(["a file", "a link to another session", "an empty folder", "a folder without a log"])(
    "is not read when it is %s",
    async (what) => {
      const path = join(root, "S-1")
      if (what === "a file") writeFileSync(path, "")
      else if (what === "a link to another session") symlinkSync(storyId, path)
      else {
        cpSync(folder, path, { recursive: true })
        rmSync(join(path, "events.jsonl"))
        if (what === "an empty folder")
          for (const name of ["owners", "answers", "turns"]) rmSync(join(path, name), { recursive: true })
      }
      await expect(sessions.open("S-1")).rejects.toMatchObject(unreadable)
      expect(() => sessions.view("S-1")).toThrow(expect.objectContaining(unreadable))
      if (what !== "an empty folder")
        await expect(sessions.create({ id: "S-1" })).rejects.toMatchObject({ code: "SESSION_EXISTS" })
    }
  )

  it.each([
    "events.jsonl",
    "snapshot.json",
    "state.json",
    "owners/5",
    "turns/turn_001.json",
    "owners",
    "answers",
    "turns"
  ])("is not opened when a link, a pipe or a file of another kind is in the place of %s", async (name) => {
    const path = join(folder, name)
    const away = join(root, "away")
    const isFolder = !name.includes(".") && !name.includes("/")
    renameSync(path, away)
    for (const replace of [
      () => symlinkSync(away, path),
      () => symlinkSync("/dev/zero", path),
      () => pipe(path),
      () => (isFolder ? writeFileSync(path, "") : mkdirSync(path))
    ]) {
      replace()
      await expect(sessions.open(storyId)).rejects.toMatchObject({ ...unreadable, context: { path } })
      rmSync(path, { recursive: true })
    }
    renameSync(away, path)
    const session = await sessions.open(storyId)
    await session.close()
  })
})

/** A disk on which the operation of a number fails, among those that `concerns` names. */
function failingDisk(
  at: number,
  code: string,
  concerns: (name: keyof Disk, given: readonly unknown[]) => boolean
) {
  const seen = { operations: 0 }
  const fail = () => Object.assign(new Error(`${code}: on this disk`), { code })
  const disk = watchedDisk((name, given) => {
    if (!concerns(name, given) || (seen.operations += 1) !== at) return
    // Half of it is written before the disk is full.
    if (name === "write") nodeDisk.write(given[0] as number, (given[1] as Uint8Array).subarray(0, 20))
    throw fail()
  })
  const sync = disk.sync
  return { seen, disk: { ...disk, sync: async (fd: number) => sync(fd) } }
}

/** Tells the story on a disk that fails once, at each of its operations; every time a good disk brings it to its end. */
async function expectSurvival(code: string, concerns: (name: keyof Disk) => boolean): Promise<number> {
  for (let at = 1; ; at += 1) {
    const home = processes.newRoot()
    const { seen, disk } = failingDisk(at, code, concerns)
    let said = 0
    const error: unknown = await tell(
      new Sessions({ root: home, projections, disk }),
      (seq) => (said = seq)
    ).catch((thrown: unknown) => thrown)
    if (seen.operations < at) return at - 1
    if (error !== undefined) {
      expect([at, error]).toMatchObject([at, expect.any(SessionError)])
      expect((error as SessionError).code).toMatch(/^SESSION_(NOT_SAVED|BUSY|LOST)$/)
    }
    const good = new Sessions({ root: home, projections })
    const [listed] = good.list()
    expect(listed === undefined ? 0 : good.view(storyId).seq).toBeGreaterThanOrEqual(said)
    // The process lives on, so what it holds has to be let go of by hand.
    if (listed !== undefined && good.view(storyId).owner !== undefined)
      for (const name of readdirSync(join(home, storyId, "owners")))
        rmSync(join(home, storyId, "owners", name))
    await tell(good, () => undefined)
    expect(good.verify(storyId)).toMatchObject({ tornBytes: 0, differing: [] })
    expect(good.view(storyId).ledger.counts.turns).toBe(3)
    rmSync(home, { recursive: true })
  }
}

describe("a disk that refuses", () => {
  it("because it is full, at any write, leaves what was recorded before, and says that it is not saved", async () => {
    expect(await expectSurvival("ENOSPC", (name) => name === "write")).toBeGreaterThan(25)
  })

  it("to confirm, at any sync, is not taken for one that confirmed", async () => {
    expect(await expectSurvival("EIO", (name) => name === "sync")).toBeGreaterThan(20)
  })

  it("to name, link or make anything leaves what was recorded before", async () => {
    const naming = new Set(["rename", "link", "makeFolder", "unlink", "truncate"])
    expect(await expectSurvival("EDQUOT", (name) => naming.has(name))).toBeGreaterThan(25)
  })

  it("to confirm an append ends the session for this process, and the next one finds what is there", async () => {
    const { disk } = failingDisk(1, "EIO", (name) => name === "sync")
    const session = await sessions.create({ id: "S-1" })
    await session.close()
    const failing = await new Sessions({ root, projections, disk }).open("S-1")
    const note = [{ kind: "NOTED", payload: {} }]
    await expect(failing.append(note)).rejects.toMatchObject({ code: "SESSION_NOT_SAVED", retryable: false })
    await expect(failing.append(note)).rejects.toMatchObject({ code: "SESSION_LOST" })
    await failing.close()
    expect(sessions.view("S-1")).toMatchObject({ seq: 1, tornBytes: 0 })
  })

  it("a file that grows beyond the limit of the process, and takes no half of it", async () => {
    const log = join(folder, "events.jsonl")
    const before = readFileSync(log)
    const { lines, stderr } = await processes.run([root, "append", storyId, "200000"], {
      shell: "ulimit -f 80"
    })
    expect([lines, stderr]).toMatchObject([[{ code: "SESSION_NOT_SAVED" }], ""])
    expect((lines[0] as { message: string }).message).toContain("EFBIG")
    expect(readFileSync(log)).toEqual(before)
    const { lines: after } = await processes.run([root, "append", storyId, "200000"])
    expect(after).toMatchObject([{ seq: sessions.view(storyId).seq }])
  })
})

describe("permissions", () => {
  const isRoot = process.getuid?.() === 0
  const folders = ["owners", "answers", "turns"]
  const nobody = isRoot ? { uid: 65534, gid: 65534 } : {}
  const give = (path: string) => isRoot && chownSync(path, 65534, 65534)

  beforeEach(() => {
    for (const path of [root, folder, ...folders.map((name) => join(folder, name))]) give(path)
    for (const name of Object.keys(filesOf(root))) give(join(root, name))
  })

  it("let the owner of the files work with them", async () => {
    const { lines } = await processes.run([root, "open", storyId], nobody)
    expect(lines).toMatchObject([{ opened: { predecessor: "released" } }])
  })

  it("that forbid reading the log are told, with the path", async () => {
    chmodSync(join(folder, "events.jsonl"), 0)
    const { lines } = await processes.run([root, "open", storyId], nobody)
    expect(lines).toMatchObject([
      { code: "SESSION_UNREADABLE", message: expect.stringContaining("events.jsonl") }
    ])
  })

  it("that forbid writing the folder are told, and nothing is changed", async () => {
    const before = filesOf(folder)
    for (const name of [...folders, "."]) chmodSync(join(folder, name), 0o500)
    const { lines } = await processes.run([root, "open", storyId], nobody)
    expect(lines).toMatchObject([{ code: "SESSION_NOT_SAVED", message: expect.stringContaining("EACCES") }])
    for (const name of [...folders, "."]) chmodSync(join(folder, name), 0o700)
    expect(filesOf(folder)).toEqual(before)
  })

  it("that forbid starting a session are told, and nothing is left of it", async () => {
    chmodSync(root, 0o500)
    rmSync(join(root, ".new"), { recursive: true })
    const { lines } = await processes.run([join(root, "below"), "create"], nobody)
    expect(lines).toMatchObject([{ code: "SESSION_NOT_SAVED" }])
    chmodSync(root, 0o700)
  })
})

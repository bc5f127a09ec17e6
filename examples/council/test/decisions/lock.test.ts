import { spawn } from "node:child_process"
import { once } from "node:events"
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { hostname, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import { thisProcess } from "../../src/decisions/holder.ts"
import { DecisionStore } from "../../src/decisions/store.ts"

const title = "Move the office to the lake"
const root = mkdtempSync(join(tmpdir(), "council-lock-"))
let home = ""
let lock = ""

beforeEach(() => {
  home = mkdtempSync(join(root, "home-"))
  lock = join(home, "decisions.json.lock")
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const impatient = () =>
  new DecisionStore(home, { waitMs: 60 }).propose({ title }).catch((error: unknown) => error)
const holder = (change: object) => ({
  host: hostname(),
  pid: process.pid,
  started: "",
  claim: "one",
  ...change
})

async function expectBusy(named: string): Promise<void> {
  const before = readdirSync(home)
  expect(await impatient()).toMatchObject({
    code: "DECISIONS_BUSY",
    exit: 12,
    retryable: true,
    message: `The decisions are still locked after 60 ms: ${lock} is held by ${named}. Nothing is changed.`
  })
  expect(readdirSync(home)).toEqual(before)
}

async function expectTakenOver(): Promise<void> {
  expect(await impatient()).toMatchObject({ id: "D-1" })
  expect(readdirSync(home)).toEqual(["decisions.json"])
}

/** Waits until the system says something of a process. */
async function untilStat(pid: number | undefined, says: string): Promise<void> {
  while (!readFileSync(`/proc/${pid}/stat`, "utf8").includes(says)) await sleep(2)
}

describe("a lock", () => {
  it("of a living process is waited for, and then named", async () => {
    writeFileSync(lock, JSON.stringify(await thisProcess("one")))
    await expectBusy(`process ${process.pid} on ${hostname()}`)
  })

  it("is no hindrance to reading", async () => {
    writeFileSync(lock, JSON.stringify(await thisProcess("one")))
    expect(await new DecisionStore(home).list()).toEqual([])
  })

  it("is waited for no longer than it is held", async () => {
    writeFileSync(lock, JSON.stringify(await thisProcess("one")))
    setTimeout(() => rmSync(lock), 100)
    expect(await new DecisionStore(home).propose({ title })).toMatchObject({ id: "D-1" })
  })

  it("of a process on another machine is never taken over", async () => {
    writeFileSync(lock, JSON.stringify(holder({ host: "elsewhere", pid: 999_999_999 })))
    await expectBusy("process 999999999 on elsewhere")
  })

  it.each([
    ["an empty file", ""],
    ["another program's", "4711\n"],
    ["one that points out of the folder", JSON.stringify(holder({ pid: 999_999_999, claim: "../../x" }))],
    ["a process group", JSON.stringify(holder({ pid: -1 }))]
  ])("that is %s is never taken over", async (_name, text) => {
    writeFileSync(lock, text)
    await expectBusy("something that is not a council process")
  })

  it("that is a link to nowhere does not spin for ever", async () => {
    symlinkSync(join(root, "nowhere"), lock)
    await expectBusy("something that is not a council process")
  })

  it("that is a folder is reported by name", async () => {
    mkdirSync(lock)
    expect(await impatient()).toMatchObject({ code: "DECISIONS_NOT_SAVED", exit: 1 })
  })

  it("of a dead process is taken over, with what it left half written", async () => {
    const child = spawn(process.execPath, ["--version"])
    await once(child, "close")
    writeFileSync(lock, JSON.stringify(holder({ pid: child.pid })))
    writeFileSync(join(home, "decisions.json.one.tmp"), '{"schema_ver')
    writeFileSync(`${lock}.one.ticket`, JSON.stringify(holder({ pid: child.pid })))
    await expectTakenOver()
  })

  it.runIf(process.platform === "linux")(
    "of an earlier process with the same number is taken over",
    async () => {
      const now = await thisProcess("one")
      writeFileSync(lock, JSON.stringify({ ...now, started: String(Number(now.started) - 1) }))
      await expectTakenOver()
    }
  )

  it.runIf(process.platform === "linux")(
    "of a process that ended and was not asked for is taken over",
    async () => {
      // `sleep` takes the place of the shell and never asks how the shell's child ended.
      const parent = spawn("sh", ["-c", "sleep 60 & echo $!; exec sleep 60"])
      const [printed] = (await once(parent.stdout, "data")) as [Buffer]
      const pid = Number(printed.toString())
      await untilStat(parent.pid, "(sleep)")
      process.kill(pid)
      await untilStat(pid, ") Z ")
      writeFileSync(lock, JSON.stringify(holder({ pid })))
      await expectTakenOver()
      parent.kill()
    }
  )

  it("of a dead process is taken over by one of many, and all get their turn", async () => {
    const child = spawn(process.execPath, ["--version"])
    await once(child, "close")
    writeFileSync(lock, JSON.stringify(holder({ pid: child.pid })))
    const store = new DecisionStore(home)
    const proposed = await Promise.all(Array.from({ length: 20 }, () => store.propose({ title })))
    expect(new Set(proposed.map(({ id }) => id)).size).toBe(20)
    expect(readdirSync(home)).toEqual(["decisions.json"])
  })
})

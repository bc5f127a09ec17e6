import { once } from "node:events"
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Readable } from "node:stream"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { DecisionStore } from "../../src/decisions/store.ts"
import { Workers } from "./worker-process.ts"

const title = "Move the office to the lake"
let workers: Workers

beforeAll(async () => {
  workers = await Workers.build()
})
afterAll(() => workers.remove())

/** The file is there as a whole or not at all, and the next process can work with it at once. */
async function expectUsable(home: string): Promise<readonly string[]> {
  const file = join(home, "decisions.json")
  if (existsSync(file)) JSON.parse(readFileSync(file, "utf8"))
  const store = new DecisionStore(home, { waitMs: 2000 })
  await store.propose({ title: "Still here" })
  return (await store.list()).map(({ id }) => id)
}

/** Runs `attempt` with 1, 2, 3, … until it says that the process got to its end; two at a time. */
async function untilAlive(attempt: (dieAt: number) => Promise<boolean>): Promise<number> {
  for (let dieAt = 1; ; dieAt += 2) {
    const alive = await Promise.all([attempt(dieAt), attempt(dieAt + 1)])
    if (alive.every(Boolean)) return dieAt
  }
}

describe("many processes", () => {
  it("propose at once and lose nothing", async () => {
    const home = workers.newHome()
    const all = await Promise.all(
      Array.from({ length: 50 }, (_none, index) => workers.run([home, "propose", `Number ${index}`]))
    )
    expect(all.map(({ code, stderr }) => [code, stderr])).toEqual(all.map(() => [0, ""]))
    const decisions = await new DecisionStore(home).list()
    expect(decisions.map(({ title: said }) => said).toSorted()).toEqual(
      all.map((_one, index) => `Number ${index}`).toSorted()
    )
    expect(new Set(all.map(({ lines }) => lines[0]?.["id"]))).toEqual(new Set(decisions.map(({ id }) => id)))
    expect(readdirSync(home)).toEqual(["decisions.json"])
  })

  it("are killed in the middle of it, and what they said is there", async () => {
    const home = workers.newHome()
    const killed = Array.from({ length: 8 }, async (_none, index) => {
      const { child, ended } = workers.start([home, "for ever", `${index}`])
      await once(child.stdout as Readable, "data")
      await sleep(60 * Math.random())
      child.kill("SIGKILL")
      return ended
    })
    const said = (await Promise.all(killed)).flatMap(({ lines }) => lines.map(({ id }) => id as string))
    expect(said.length).toBeGreaterThanOrEqual(8)
    expect(await expectUsable(home)).toEqual(expect.arrayContaining(said))
  })
})

describe("a process that is killed", () => {
  it("before any of its file operations leaves a file that is whole and a lock that is no hindrance", async () => {
    const seen = { before: 0, after: 0 }
    const operations = await untilAlive(async (dieAt) => {
      const home = workers.newHome()
      await new DecisionStore(home).propose({ title })
      const { signal, lines } = await workers.run([home, "propose", title], { dieAt })
      const ids = await expectUsable(home)
      // It may have died after the file was replaced and before it could say so, never the other way round.
      expect(ids.length === 3 || lines.length === 0).toBe(true)
      seen[ids.length === 3 ? "after" : "before"] += 1
      return signal === null
    })
    expect(operations).toBeGreaterThan(12)
    expect(seen.before).toBeGreaterThan(8)
    expect(seen.after).toBeGreaterThan(4)
  })

  it("before any operation of taking a dead one's lock over leaves that to the next", async () => {
    const left = workers.newHome()
    const dead = await workers.run([left, "propose", title], { dieAt: 9 })
    expect([dead.signal, existsSync(join(left, "decisions.json.lock"))]).toEqual(["SIGKILL", true])
    const operations = await untilAlive(async (dieAt) => {
      const home = workers.newHome()
      cpSync(left, home, { recursive: true })
      const { signal } = await workers.run([home, "propose", title], { dieAt })
      expect((await expectUsable(home)).length).toBeGreaterThan(0)
      expect(existsSync(join(home, "decisions.json.lock"))).toBe(false)
      return signal === null
    })
    expect(operations).toBeGreaterThan(20)
  })
})

import { rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Sessions, type StoredEvent } from "../../src/index.ts"
import { Processes } from "./session-process.ts"
import { projections, storyId, tell } from "./story.ts"
import { filesOf, rebuiltFiles, toldFiles } from "./tree.ts"
import { deadlyDisk } from "./watched-disk.ts"

let processes: Processes
beforeAll(async () => {
  processes = await Processes.build()
})
afterAll(() => processes.remove())

/** The kinds of events; a call that was done again counts as one. */
function kindsOf(events: Iterable<StoredEvent>): string[] {
  const kinds = [...events].map(({ kind }) => kind)
  return kinds.filter((kind, at) => kind !== "EFFECT_REDONE" && kinds[at - 1] !== "EFFECT_REDONE")
}

/** What was written and never acted on or announced: it need not be there, but what is there is whole. */
async function expectWhole(root: string, said: number, dieAt: number): Promise<void> {
  const sessions = new Sessions({ root, projections })
  const listed = sessions.list()
  if (listed.length === 0) {
    expect(said).toBe(0)
    return
  }
  const before = [...sessions.events(storyId)]
  expect(before.length).toBeGreaterThanOrEqual(said)
  // Now and then the process that takes it over is killed as well.
  if (dieAt % 10 === 0) await processes.run([root, "open", storyId], { dieAt: 1 + (dieAt % 17) })
  const session = await sessions.open(storyId)
  expect([...session.events()]).toEqual(before)
  const last = before.findLast(({ kind }) => kind.startsWith("EFFECT_"))
  expect(session.recovery.uncertain).toMatchObject(
    last?.kind === "EFFECT_STARTED" ? [{ action_id: last.payload["action_id"], effect: "model" }] : []
  )
  await session.close()
  expect(sessions.verify(storyId)).toMatchObject({ seq: before.length, tornBytes: 0, differing: [] })
  const files = filesOf(join(root, storyId))
  expect(Object.keys(files).filter((name) => name.includes("tmp"))).toEqual([])
  // An answer that was claimed and not accepted is not in the log yet.
  const accepted = before.some(({ kind }) => kind === "ANSWER_ACCEPTED")
  const known = Object.entries(toldFiles(join(root, storyId))).filter(
    ([name]) => accepted || !name.startsWith("answers/")
  )
  expect(Object.fromEntries(known)).toEqual(await rebuiltFiles(join(root, storyId), processes.newRoot()))
}

describe("a process that is killed at any change of any file", () => {
  const quarters = [1, 2, 3, 4]
  let expected: readonly string[]
  let points = 0

  beforeAll(async () => {
    const root = processes.newRoot()
    const sessions = new Sessions({ root, projections, disk: deadlyDisk(0, (count) => (points = count)) })
    await tell(sessions, () => undefined)
    expected = kindsOf(sessions.events(storyId))
  })

  /** Kills a process there, looks at what it left, and goes on from it. */
  async function attempt(dieAt: number): Promise<void> {
    const root = processes.newRoot()
    const { signal, lines } = await processes.run([root, "tell"], { dieAt })
    expect([dieAt, signal]).toEqual([dieAt, "SIGKILL"])
    await expectWhole(root, Math.max(0, ...(lines as number[])), dieAt)
    const sessions = new Sessions({ root, projections })
    await tell(sessions, () => undefined)
    expect(kindsOf(sessions.events(storyId))).toEqual(expected)
    expect(sessions.verify(storyId)).toMatchObject({ differing: [], snapshot: "agrees" })
    rmSync(root, { recursive: true })
  }

  it("could be killed at 200 points and more", () => {
    expect(points).toBeGreaterThanOrEqual(200)
  })

  it.each(quarters)(
    "leaves a session that is whole, and that another process brings to the same end (quarter %i)",
    async (quarter) => {
      for (let dieAt = quarter; dieAt <= points; dieAt += 2 * quarters.length)
        await Promise.all([dieAt, dieAt + quarters.length].filter((at) => at <= points).map(attempt))
    },
    600_000
  )
})

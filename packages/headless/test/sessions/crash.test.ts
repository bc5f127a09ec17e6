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

/** What was written and never acted on or announced need not be there; what is there is whole. */
async function expectWhole(root: string, said: number): Promise<void> {
  const sessions = new Sessions({ root, projections })
  if (sessions.list().length === 0) {
    expect(said).toBe(0)
    return
  }
  const before = [...sessions.events(storyId)]
  expect(before.length).toBeGreaterThanOrEqual(said)
  const session = await sessions.open(storyId)
  expect([...session.events()]).toEqual(before)
  const last = before.findLast(({ kind }) => kind.startsWith("EFFECT_"))
  expect(session.recovery.uncertain).toMatchObject(
    last?.kind === "EFFECT_STARTED" ? [{ action_id: last.payload["action_id"], effect: "model" }] : []
  )
  await session.close()
  expect(sessions.verify(storyId)).toMatchObject({ seq: before.length, tornBytes: 0, differing: [] })
  expect(Object.keys(filesOf(root)).filter((name) => name.includes("tmp"))).toEqual([])
}

/** The files are the ones that the log alone gives. */
async function expectRebuilt(root: string): Promise<void> {
  const folder = join(root, storyId)
  const files = toldFiles(folder)
  const rebuilt = await rebuiltFiles(folder, processes.newRoot())
  // An answer that was claimed and not accepted is not in the log yet.
  const unaccepted = Object.keys(files).filter((name) => name.startsWith("answers/") && !(name in rebuilt))
  for (const name of unaccepted) delete files[name]
  expect(files).toEqual(rebuilt)
}

describe("a process that is killed at any change of any file", () => {
  const parts = [0, 1, 2, 3]
  const threads = 12
  let expected: readonly string[]
  let points: readonly number[] = []

  beforeAll(async () => {
    const counting = deadlyDisk(0, () => undefined)
    const sessions = new Sessions({ root: processes.newRoot(), projections, disk: counting.disk })
    await tell(sessions, () => undefined)
    expected = kindsOf(sessions.events(storyId))
    points = Array.from({ length: counting.points() }, (_none, at) => at + 1)
  })

  it("could be killed at 200 points and more", () => {
    expect(points.length).toBeGreaterThanOrEqual(200)
  })

  /** Kills a process in which the story is told many times, each at its point, and looks at what is left of each. */
  async function expectSurvival(base: string, killed: readonly number[]): Promise<void> {
    const { signal, lines } = await processes.run([base, "tell", ...killed.map(String)])
    expect(signal).toBe("SIGKILL")
    for (const at of killed) {
      const root = join(base, String(at))
      const said = lines.filter(({ point }) => point === at).map(({ seq }) => Number(seq))
      // Now and then the process that takes it over is killed as well.
      if (at % 20 === 0) await processes.run([root, "open", storyId], { dieAt: 1 + (at % 17) })
      await expectWhole(root, Math.max(0, ...said))
      const sessions = new Sessions({ root, projections })
      if (sessions.list().length > 0 && at % 3 === 0) await expectRebuilt(root)
      if (at % 3 > 0) continue
      await tell(sessions, () => undefined)
      expect(kindsOf(sessions.events(storyId))).toEqual(expected)
      expect(sessions.verify(storyId)).toMatchObject({ differing: [], snapshot: "agrees" })
    }
  }

  it.each(parts)(
    "leaves a session that is whole, and that another process brings to the same end (part %i of 4)",
    async (part) => {
      const mine = points.filter((at) => at % parts.length === part)
      for (let start = 0; start < mine.length; start += threads)
        await expectSurvival(processes.newRoot(), mine.slice(start, start + threads))
    },
    600_000
  )
})

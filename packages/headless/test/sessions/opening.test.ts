import { rmSync } from "node:fs"
import { afterAll, describe, expect, it } from "vitest"
import { type NewEvent, nodeDisk, Sessions } from "../../src/index.ts"
import { newFolder } from "./new-folder.ts"
import { counted } from "./story.ts"

const root = newFolder()
afterAll(() => rmSync(root, { recursive: true }))

/** What opening a session reads: bytes, lines and files. */
async function workOfOpening(events: number): Promise<{ bytes: number; lines: number; opens: number }> {
  const work = { bytes: 0, lines: 0, opens: 0 }
  const disk = {
    ...nodeDisk,
    open: (...given: Parameters<typeof nodeDisk.open>) => {
      work.opens += 1
      return nodeDisk.open(...given)
    },
    read: (...given: Parameters<typeof nodeDisk.read>) => {
      const read = nodeDisk.read(...given)
      work.bytes += read
      return read
    }
  }
  const id = `S-${events}`
  const notes = Array.from({ length: events - 1 }, (_none, at): NewEvent => ({
    kind: "NOTED",
    payload: { at }
  }))
  const made = await new Sessions({ root, projections: { counted } }).create({ id, events: () => notes })
  await made.close()
  const session = await new Sessions({ root, projections: { counted }, disk }).open(id)
  work.lines = session.recovery.linesParsed
  expect(session.seq).toBe(events)
  await session.close()
  return work
}

describe("opening a session", () => {
  it("of 1,000 or 100,000 events reads no more than three times what it reads of one of 10", async () => {
    const few = await workOfOpening(10)
    expect(few.lines).toBe(10)
    for (const many of [await workOfOpening(1000), await workOfOpening(100_000)]) {
      expect(many.bytes).toBeLessThan(3 * few.bytes)
      expect(many.opens).toBeLessThan(3 * few.opens)
      expect(many.lines).toBeLessThan(3 * few.lines)
    }
  })
})

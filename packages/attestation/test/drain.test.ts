import { describe, expect, it, vi } from "vitest"

import { untilQuiet } from "../src/terminal/drain.ts"
import { elapsed } from "./support/conversation.ts"

const limits = { quietMs: 50, atMostMs: 1000 }

interface End {
  readonly stillComing: boolean
  readonly afterMs: number
}

/** Waits while a key is held for some time; a byte comes every 5 ms, or as soon as this process is given time again. */
async function heldFor(ms: number): Promise<End> {
  const start = performance.now()
  let held: NodeJS.Timeout | undefined
  const end = await new Promise<End>((resolve) => {
    const wait = untilQuiet(limits, (stillComing) =>
      resolve({ stillComing, afterMs: performance.now() - start })
    )
    held = setInterval(() => performance.now() - start < ms && wait.heard(), 5)
  })
  clearInterval(held)
  return end
}

describe("the wait for silence", () => {
  it("ends 50 ms after the last byte", async () => {
    const end = await heldFor(300)
    expect(end.stillComing).toBe(false)
    expect(end.afterMs).toBeGreaterThan(330)
  })

  it("ends after one second in any case, and says that bytes were still coming", async () => {
    const end = await heldFor(60_000)
    expect(end.stillComing).toBe(true)
    expect(end.afterMs).toBeGreaterThan(990)
  })

  it("never ends once it is stopped", async () => {
    let ended = false
    const wait = untilQuiet({ quietMs: 10, atMostMs: 20 }, () => {
      ended = true
    })
    wait.stop()
    await elapsed(100)
    expect(ended).toBe(false)
  })

  it("does not run on a caller's fake clock", async () => {
    vi.useFakeTimers()
    const ended = new Promise((resolve) => untilQuiet({ quietMs: 10, atMostMs: 20 }, resolve))
    vi.useRealTimers()
    expect(await ended).toBe(false)
  })
})

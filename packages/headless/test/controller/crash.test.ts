import { rmSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { ProviderCall } from "../../src/index.ts"
import { filesOf } from "../sessions/tree.ts"
import { Album, develop, type Image } from "./images.ts"
import { newHost } from "./new-host.ts"
import { exitOf, expectError, idOf } from "./reports.ts"
import { runs, type TapedRun } from "./runs.ts"
import { callsOf, endingOf, goOn } from "./take-up.ts"

function keyOf({ turn_id, operation, ordinal }: ProviderCall): string {
  return `${turn_id} ${operation} ${ordinal}`
}

/** A run in one go, with an image of every moment at which it could have been killed. */
async function photographed(run: TapedRun) {
  const host = newHost({ tape: run.tape })
  const calls: ProviderCall[] = []
  const album = new Album(host.root, () => calls.length)
  const steps = await goOn(run, host, {
    disk: album.disk,
    // Killed in a call: the request is out, and no reply ever comes.
    asked: (call) => {
      calls.push(call)
      album.take()
    }
  })
  const { report } = steps.at(-1)!
  return { album, calls, report, ending: endingOf(host, report) }
}

type Photographed = Awaited<ReturnType<typeof photographed>>

/** Takes up what a killed process left, to its end; tells whether it was killed in a call. */
async function expectSameEnding(
  run: TapedRun,
  image: Image,
  { calls, ending }: Photographed
): Promise<boolean> {
  const host = newHost({ tape: run.tape })
  develop(image, host.root)
  const [listed] = host.sessions.list()
  if (listed !== undefined && "problem" in listed) throw listed.problem
  const lost = listed?.view.uncertain[0]?.action_id
  if (listed !== undefined && lost !== undefined) {
    const asking = host.again()
    expectError(await asking.resume({ sessionId: listed.id }), "OUTCOME_UNCERTAIN")
    expect(asking.calls).toEqual([])
  }
  const steps = await goOn(run, host)
  const last = steps.at(-1)?.report ?? (await host.again().resume({ sessionId: listed?.id ?? "" }))
  expect(endingOf(host, last)).toEqual(ending)
  const asked = [...calls.slice(0, image.calls), ...callsOf(steps)]
  // Each action once, and each request as often as in one go; but the one of which nobody knew was made once more.
  expect(new Set(asked.map(({ action_id }) => action_id)).size).toBe(asked.length)
  expect(asked.filter(({ action_id }) => action_id !== lost).map(keyOf)).toEqual(calls.map(keyOf))
  expect(host.sessions.verify(idOf(last)).differing).toEqual([])
  expect(Object.keys(filesOf(host.root)).filter((name) => name.includes("tmp"))).toEqual([])
  rmSync(host.root, { recursive: true })
  return lost !== undefined
}

describe("a process that is killed at any change of any file", () => {
  const seen = { moments: 0, images: 0, inCalls: 0 }

  it.each(runs)(
    "in $name leaves a session that is brought to the same ending",
    async (run) => {
      const whole = await photographed(run)
      expect(exitOf(whole.report)).toEqual(Object.values(run.ends))
      seen.moments += whole.album.moments
      for (const [at, image] of whole.album.images.entries()) {
        const isInCall = await expectSameEnding(run, image, whole).catch((error: unknown) => {
          throw new Error(`after image ${at} of ${run.name}`, { cause: error })
        })
        seen.images += 1
        seen.inCalls += isInCall ? 1 : 0
      }
    },
    600_000
  )

  it("could be killed at 200 moments and more, of which many were in a call", () => {
    expect(seen.moments).toBeGreaterThanOrEqual(seen.images)
    expect(seen.images).toBeGreaterThanOrEqual(200)
    expect(seen.inCalls).toBeGreaterThanOrEqual(100)
  })
})

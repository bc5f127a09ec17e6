import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Processes } from "../sessions/session-process.ts"
import { Host } from "./host.ts"
import { expectError } from "./reports.ts"
import { runNamed } from "./runs.ts"
import { callsOf, endingOf, goOn } from "./take-up.ts"

let processes: Processes
beforeAll(async () => {
  processes = await Processes.build(new URL("worker.ts", import.meta.url))
})
afterAll(() => processes.remove())

async function expectSurvival(name: string, dieAt: number, ending: unknown): Promise<void> {
  const run = runNamed(name)
  const root = processes.newRoot()
  const { signal, lines } = await processes.run([root, name], { dieAt })
  expect(signal).toBe("SIGKILL")
  const host = new Host(root, { tape: run.tape })
  const [listed] = host.sessions.list()
  if (listed === undefined || !("view" in listed)) throw new Error("The session is not there, or not whole.")
  const [lost] = listed.view.uncertain
  if (lost !== undefined)
    expectError(await host.again().resume({ sessionId: listed.id }), "OUTCOME_UNCERTAIN")
  const steps = await goOn(run, host)
  const last = steps.at(-1)?.report ?? (await host.again().resume({ sessionId: listed.id }))
  expect(endingOf(host, last)).toEqual(ending)
  const asked = [...lines.map((line) => line["action_id"]), ...callsOf(steps).map((call) => call.action_id)]
  expect(new Set(asked).size).toBe(asked.length)
}

describe("a real process that is killed with SIGKILL at a change of a file", () => {
  it.each([
    "a question that a second process answers",
    "a prompt and a plan that are changed at their gates"
  ])("in %s leaves a session that this process brings to the same ending", async (name) => {
    const run = runNamed(name)
    const whole = new Host(processes.newRoot(), { tape: run.tape })
    const steps = await goOn(run, whole)
    const ending = endingOf(whole, steps.at(-1)!.report)
    const alive = await processes.run([processes.newRoot(), name])
    const points = Number(alive.lines.at(-1)?.["points"])
    expect(points).toBeGreaterThan(100)
    const inCalls = await Promise.all(
      [0.15, 0.4, 0.65, 0.9].map((part) => expectSurvival(name, Math.round(points * part), ending))
    )
    expect(inCalls).toHaveLength(4)
  })
})

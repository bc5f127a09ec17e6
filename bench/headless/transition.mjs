import { join } from "node:path"
import { isDeepStrictEqual } from "node:util"
import { openTurn, transition } from "../../packages/headless/dist/index.js"
import { importFrom } from "../support/compared.mjs"
import { median } from "../support/ratio.mjs"
import { printRatio } from "../support/verdict.mjs"
import { machineOf } from "./chart.mjs"
import { recordedRun } from "./recorded-run.mjs"

/** The pure core against XState's pure `transition`, on the same chart and the events of the same run. */
export async function transitions(programs, root, { rounds }) {
  const xstate = await importFrom(programs, "xstate")
  const [opened, ...events] = await recordedRun(join(root, "recorded"))
  const turn = openTurn(opened)
  const machine = machineOf(xstate, turn)
  const typed = events.map((event) => ({ ...event, type: event.kind }))
  const [initial] = xstate.initialTransition(machine)
  const sides = {
    byhand: () => events.reduce((state, event) => moved(transition(state, event)), turn),
    xstate: () => typed.reduce((snapshot, event) => xstate.transition(machine, snapshot, event)[0], initial)
  }
  const { context, value } = sides.xstate()
  // XState wants a key of its own in every event, and the last event is kept.
  const { type, ...closing } = context.closing
  if (!isDeepStrictEqual({ ...context, closing }, sides.byhand()) || value !== type)
    throw new Error(`XState ends at ${value} and not where byhand does: nothing is measured.`)

  const perEvent = { byhand: [], xstate: [] }
  const runs = { byhand: 2000, xstate: 100 }
  for (let round = -5; round < rounds; round += 1)
    for (const side of round % 2 === 0 ? ["byhand", "xstate"] : ["xstate", "byhand"]) {
      const took = time(() => {
        for (let run = 0; run < runs[side]; run += 1) sides[side]()
      })
      if (round >= 0) perEvent[side].push(took / runs[side] / events.length)
    }
  console.log(`\nThe pure transition, on the ${events.length} events of a confirmed run with one question`)
  for (const [side, times] of Object.entries(perEvent))
    console.log(`  ${side}: ${Math.round(1000 / median(times)).toLocaleString("en")} events a second`)
  printRatio("XState / byhand, time for each event", perEvent.xstate, perEvent.byhand, { atLeast: 20 })
}

function moved(step) {
  if (step._tag === "Illegal") throw new Error(step.error.message)
  return step.state
}

function time(work) {
  const start = performance.now()
  work()
  return performance.now() - start
}

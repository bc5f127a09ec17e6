// The chart of packages/headless as a machine of XState: the same rows with the same conditions and updates.
import { conditions } from "../../packages/headless/dist/protocol/conditions.js"
import { updates } from "../../packages/headless/dist/protocol/updates.js"
import { stages, transitions } from "../../packages/headless/dist/index.js"

/** The machine, whose context is the state of a turn. */
export function machineOf({ createMachine, assign }, turn) {
  const places = ["NO_CONTROLLER", ...Object.keys(stages)]
  const states = Object.fromEntries(places.map((place) => [place, { on: {} }]))
  for (const row of transitions)
    for (const place of row.from) (states[place].on[row.on] ??= []).push(...transitionsOf(row, assign))
  for (const place of places) if (place.startsWith("CLOSED_")) states[place] = { type: "final" }
  return createMachine({ id: "run", context: turn, initial: "NO_CONTROLLER", states })
}

function transitionsOf({ to, when, does }, assign) {
  const holds = ({ context, event }) => when.every((name) => conditions[name](context, event) === null)
  const change = (stage) =>
    assign(({ context, event }) => {
      const next = { ...context }
      updates[does](next, event)
      if (stage !== undefined) next.stage = stage
      return next
    })
  if (to === "SAME") return [{ guard: holds, actions: change() }]
  if (to !== "BEFORE") return [{ target: to, guard: holds, actions: change(to) }]
  return [null, ...Object.keys(stages)].map((stage) => ({
    target: stage ?? "NO_CONTROLLER",
    guard: (at) => at.context.stage_before === stage && holds(at),
    actions: change(stage)
  }))
}

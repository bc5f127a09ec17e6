import {
  logEvent,
  nextTurnId,
  runProjections,
  sessionEvents,
  Sessions
} from "../../packages/headless/dist/index.js"
import { milliseconds, printRatio } from "../support/verdict.mjs"

const sizes = [10, 1000, 100_000]

/** Opening sessions of 10, 1,000 and 100,000 events, each closed by the process before. */
export async function opening(root, { rounds }) {
  const sessions = new Sessions({ root, projections: runProjections })
  for (const size of sizes) await makeSession(sessions, size)
  const times = new Map(sizes.map((size) => [size, []]))
  for (let round = -5; round < rounds; round += 1)
    for (const size of round % 2 === 0 ? sizes : sizes.toReversed()) {
      const start = performance.now()
      const session = await sessions.open(idOf(size))
      const took = performance.now() - start
      if (session.seq !== size) throw new Error(`${idOf(size)} has ${session.seq} events.`)
      await session.close()
      if (round >= 0) times.get(size).push(took)
    }
  console.log("\nOpening a session, and reading what the controller needs to go on")
  for (const [size, took] of times)
    console.log(`  ${size.toLocaleString("en")} events: ${milliseconds(took)}`)
  for (const size of sizes.slice(1))
    printRatio(`${size.toLocaleString("en")} events / 10`, times.get(size), times.get(10), { atMost: 3 })
}

function idOf(size) {
  return `events-${size}`
}

/** A session of runs that were interrupted and taken up again, over and over: a hundred such runs at most. */
async function makeSession(sessions, size) {
  const session = await sessions.create({ id: idOf(size) })
  const longest = Math.max(10, size / 100)
  for (let left = size - 1; left > 0;) {
    const length = left < 2 * longest ? left : longest
    const turn_id = nextTurnId(session.ledger)
    const opened = { turn_id, workspace_id: "W-0123456789ab", previous: null, request: "Paint the wall" }
    const between = Array.from({ length: length - 3 }, (_none, at) =>
      logEvent(at % 2 === 0 ? { kind: "TURN_INTERRUPTED", signal: "SIGINT" } : { kind: "SESSION_RESTORED" })
    )
    await session.append([
      logEvent({ kind: "TURN_OPENED", ...opened, review: "none", max_repairs: null }),
      ...between,
      logEvent({ kind: "SESSION_CANCELLED", by: "argument" }),
      sessionEvents.turnClosed(turn_id, "CLOSED_CANCELLED")
    ])
    left -= length
  }
  await session.close()
  const { broken } = sessions.view(idOf(size)).states.run
  if (broken !== null) throw new Error(broken)
}

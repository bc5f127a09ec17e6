// What the sessions of @byhand/headless cost on this disk: opening short and long ones, and a pause with its resumption.
// Build first (`npm run build`). Times are of this machine, at this moment: compare the ratios.
import { closeSync, fsyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs"
import { join } from "node:path"
import { performance } from "node:perf_hooks"
import { nextActionId, nextInputId, sessionEvents, Sessions } from "../packages/headless/dist/index.js"

// Beside the sources, because a temporary folder may be in memory and sync nothing.
const root = mkdtempSync(join(import.meta.dirname, "sessions-"))
const progress = {
  version: 1,
  initial: { events: 0, last: "" },
  step: ({ events }, { kind }) => ({ events: events + 1, last: kind }),
  files: ["state.json"],
  render: (state) => ({ "state.json": `${JSON.stringify(state)}\n` })
}
const sessions = new Sessions({ root, projections: { progress } })
const median = (times) => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)]

async function timed(times, work) {
  const start = performance.now()
  const result = await work()
  times.push(performance.now() - start)
  return result
}

function appendAndSync() {
  const file = openSync(join(root, "plain"), "a")
  writeSync(file, `${"x".repeat(300)}\n`)
  fsyncSync(file)
  closeSync(file)
}

const actionOf = ({ ledger }) => ledger.effects[0].action_id

/** A run that asks one question, and the run that is given the answer: two openings, two calls, five waits for the disk. */
async function pauseAndResume(id) {
  const {
    turnOpened,
    effectStarted,
    effectFinished,
    inputRequested,
    outcomeRecorded,
    turnClosed,
    answerAccepted
  } = sessionEvents
  const started = (ledger) => effectStarted(nextActionId(ledger), "model")
  const asking = await sessions.create({
    id,
    events: (ledger) => [turnOpened("turn_001", null, { request: "Paint the wall" }), started(ledger)]
  })
  const question = inputRequested(nextInputId(asking.ledger), {
    body: "Which colour?",
    expected_type: "a colour"
  })
  await asking.append([effectFinished(actionOf(asking)), question, outcomeRecorded({ exit: 3 })], {
    publish: true
  })
  await asking.close()
  await sessions.answer(id, { answer: "blue\n", by: "stdin" })
  const resumed = await sessions.open(id)
  await resumed.append([answerAccepted(resumed.pendingAnswer()), started(resumed.ledger)])
  const outcome = [outcomeRecorded({ exit: 0 }), turnClosed("turn_001", "CLOSED_SUCCESS")]
  await resumed.append([effectFinished(actionOf(resumed)), ...outcome], { publish: true })
  await resumed.close()
}

async function opening() {
  const sizes = [10, 1000, 100_000]
  const times = new Map(sizes.map((size) => [size, []]))
  for (const size of sizes) {
    const notes = Array.from({ length: size - 1 }, (_none, at) => ({ kind: "NOTED", payload: { at } }))
    const session = await sessions.create({ id: `events-${size}`, events: () => notes })
    await session.close()
  }
  for (let round = 0; round < 50; round += 1)
    for (const size of sizes) {
      const session = await timed(times.get(size), () => sessions.open(`events-${size}`))
      await session.close()
    }
  const base = median(times.get(10))
  console.log("opening a session, median of 50")
  for (const [size, took] of times)
    console.log(
      `  ${String(size).padStart(7)} events  ${median(took).toFixed(2)} ms  ${(median(took) / base).toFixed(2)} × that of 10`
    )
}

async function pausing() {
  for (let warm = 0; warm < 20; warm += 1) await pauseAndResume(`warm-${warm}`)
  const syncs = []
  for (let at = 0; at < 100; at += 1) await timed(syncs, appendAndSync)
  const each = []
  for (let at = 0; at < 100; at += 1) await timed(each, () => pauseAndResume(`one-${at}`))
  const start = performance.now()
  const queue = Array.from({ length: 640 }, (_none, at) => `many-${at}`)
  const lane = async () => {
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) await pauseAndResume(id)
  }
  await Promise.all(Array.from({ length: 32 }, lane))
  const atOnce = (performance.now() - start) / 640
  const sync = median(syncs)
  console.log(
    `pause and resume of a session with one question (UV_THREADPOOL_SIZE ${process.env.UV_THREADPOOL_SIZE ?? 4})`
  )
  console.log(`  one line appended and synced  ${sync.toFixed(2)} ms`)
  console.log(
    `  one after another             ${median(each).toFixed(2)} ms  ${(median(each) / sync).toFixed(1)} × that`
  )
  console.log(`  32 at once, each              ${atOnce.toFixed(2)} ms  ${(atOnce / sync).toFixed(1)} × that`)
}

try {
  await opening()
  await pausing()
} finally {
  rmSync(root, { recursive: true })
}

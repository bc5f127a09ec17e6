import { closeSync, fsyncSync, mkdirSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { startSide } from "../support/side.mjs"
import { milliseconds, printRatio } from "../support/verdict.mjs"

const file = (name) => new URL(name, import.meta.url).pathname

/**
 * Sessions with one question each, paused and resumed by both sides on the same disk, in turn.
 *
 * @param programs where LangGraph.js is installed
 * @param root a folder on the disk that is measured
 */
export async function pausing(programs, root, { rounds, batches, batch, threads }) {
  const env = threads === undefined ? {} : { UV_THREADPOOL_SIZE: threads }
  const sides = {
    byhand: await startSide(file("byhand-side.mjs"), [folder(root, "byhand")], { env }),
    "LangGraph.js, a node for each call": await langGraph(programs, root, "calls", env),
    "LangGraph.js, one node": await langGraph(programs, root, "least", env)
  }
  const names = Object.keys(sides)
  const syncs = []
  const one = await inTurn(
    names,
    rounds,
    10,
    (name) => sides[name].call("one"),
    () => syncs.push(syncOnce(root))
  )
  const many = await inTurn(names, batches, 1, (name) => sides[name].call("many", batch, 32))

  console.log(
    `\nPause and resume of sessions with one question each (threads of libuv: ${threads ?? "4, as it is"})`
  )
  for (const name of names) {
    const { syncs: waits, calls, commits } = await sides[name].call("count")
    const work =
      commits === undefined ? `${waits} syncs, ${calls} other calls of the file system` : `${commits} commits`
    console.log(
      `  ${name}: ${work}; ${await sides[name].call("check")} sessions have their own answer in the stored result`
    )
  }
  console.log(`  a line appended and synced: ${milliseconds(syncs)}`)
  report("one after another", one, names, 5)
  report("32 at once, for each", many, names, 10)
  for (const { end } of Object.values(sides)) end()
}

function report(title, times, [ours, ...others], atLeast) {
  console.log(`  ${title}`)
  for (const name of [ours, ...others]) console.log(`    ${name}: ${milliseconds(times[name])}`)
  for (const name of others) printRatio(`  ${name} / ${ours}`, times[name], times[ours], { atLeast })
}

function langGraph(programs, root, graph, env) {
  return startSide(file("langgraph-side.mjs"), [programs, folder(root, graph), graph], { env })
}

function folder(root, name) {
  const path = join(root, name)
  mkdirSync(path)
  return path
}

/** The times of all, round by round, in alternating order. The first rounds are not counted. */
async function inTurn(names, rounds, warmUp, time, between = () => {}) {
  const times = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const took = await time(name)
      if (round >= 0) times[name].push(took)
    }
    between()
  }
  return times
}

/** What the device takes for the least that can be made to last. */
function syncOnce(root) {
  const start = performance.now()
  const line = openSync(join(root, "line"), "a", 0o600)
  writeSync(line, `${"x".repeat(300)}\n`)
  fsyncSync(line)
  closeSync(line)
  return performance.now() - start
}

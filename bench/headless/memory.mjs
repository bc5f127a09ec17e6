import { mkdirSync, readdirSync, statSync } from "node:fs"
import { join } from "node:path"
import { startSide } from "../support/side.mjs"

/** What a paused session takes: of memory in the process that paused it, and of the disk. */
export async function memory(programs, root, { sessions }) {
  const options = { execArgv: ["--expose-gc"] }
  const start = (file, ...args) => startSide(new URL(file, import.meta.url).pathname, args, options)
  const folders = Object.fromEntries(["byhand", "least"].map((name) => [name, join(root, name)]))
  for (const folder of Object.values(folders)) mkdirSync(folder)
  const byhand = await start("byhand-side.mjs", folders.byhand)
  const langGraph = await start("langgraph-side.mjs", programs, folders.least, "least")
  const paused = {
    byhand: await byhand.call("paused", sessions),
    langGraph: await langGraph.call("paused", sessions)
  }
  const onDisk = bytesIn(folders.byhand) / (sessions + warmUp)
  const waiting = await byhand.call("waiting", sessions)
  console.log(`\nMemory of a session that waits for its answer, of ${sessions} in one process`)
  console.log(
    `  byhand, paused and let go: ${kilobytes(paused.byhand)} of heap; ${kilobytes(onDisk)} on the disk`
  )
  console.log(`  byhand, waiting in the process as at a terminal: ${kilobytes(waiting)} of heap`)
  console.log(`  LangGraph.js, one node, paused: ${kilobytes(paused.langGraph)} of heap`)
  for (const { end } of [byhand, langGraph]) end()
}

/** Sessions that a side makes before it counts. */
const warmUp = 50

function kilobytes(bytes) {
  return `${(bytes / 1024).toFixed(1)} kB`
}

function bytesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, facts) => sum + (facts.isFile() ? facts.size : 0), 0)
}

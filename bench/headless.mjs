// What @byhand/headless costs: its pure core against XState, its sessions against LangGraph.js, long sessions against short ones,
// and a verified run against the program that establishes it.
//
//   npm run bench -- headless [--only transition,pausing,opening,memory,processes,verified,catalogue] [--rounds 150] [--threads 64]
//
// Both sides of a comparison run in turn, in the same minutes and on the same disk; ratios are of medians, and their 95 % intervals
// a bootstrap over the rounds. What is compared with is installed outside this tree, by the parts that need it.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { catalogueRuns } from "./headless/catalogue.mjs"
import { memory } from "./headless/memory.mjs"
import { opening } from "./headless/opening.mjs"
import { pausing } from "./headless/pausing.mjs"
import { processes } from "./headless/processes.mjs"
import { transitions } from "./headless/transition.mjs"
import { verifiedRuns } from "./headless/verified.mjs"
import { comparedProgram } from "./support/compared.mjs"

const parts = {
  transition: (root) => transitions(comparedProgram("XState"), root, { rounds }),
  pausing: (root) =>
    pausing(comparedProgram("LangGraph.js"), root, {
      rounds,
      batches: Math.ceil(rounds / 10),
      batch: 96,
      threads: options.threads
    }),
  opening: (root) => opening(root, { rounds }),
  memory: (root) => memory(comparedProgram("LangGraph.js"), root, { sessions: 500 }),
  processes: (root) => processes(comparedProgram("LangGraph.js"), root, { rounds: Math.ceil(rounds / 5) }),
  verified: (root) => verifiedRuns(root, { rounds: Math.ceil(rounds / 5) }),
  catalogue: (root) => catalogueRuns(root, { cases: 40, rounds: Math.ceil(rounds / 50) })
}

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: Object.keys(parts).join() },
    rounds: { type: "string", default: "150" },
    threads: { type: "string" }
  }
})
const rounds = Number(options.rounds)
// Beside the sources, because a temporary folder may be in memory and sync nothing.
const root = mkdtempSync(join(import.meta.dirname, "headless-"))

try {
  const [{ model }] = cpus()
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${model}, load ${loadavg()[0].toFixed(1)}`)
  for (const name of options.only.split(",")) {
    if (!Object.hasOwn(parts, name))
      throw new Error(`There is no part ${name}. Expected some of ${Object.keys(parts).join(", ")}.`)
    const folder = join(root, name)
    mkdirSync(folder)
    await parts[name](folder)
  }
  console.log(`\nLoad at the end: ${loadavg()[0].toFixed(1)}`)
} finally {
  rmSync(root, { recursive: true })
}

// What @byhand/headless costs: its pure core against XState, its sessions against LangGraph.js, long sessions against short ones.
//
//   npm run bench -- headless [--only transition,pausing,opening,memory,processes] [--rounds 150] [--threads 64]
//
// Both sides of a comparison run in turn, in the same minutes and on the same disk; ratios are of medians, and their 95 % intervals
// a bootstrap over the rounds. What is compared with is installed on demand, outside this tree.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { memory } from "./headless/memory.mjs"
import { opening } from "./headless/opening.mjs"
import { pausing } from "./headless/pausing.mjs"
import { processes } from "./headless/processes.mjs"
import { transitions } from "./headless/transition.mjs"
import { comparedPrograms, versions } from "./support/compared.mjs"

const parts = {
  transition: (programs, root) => transitions(programs, root, { rounds }),
  pausing: (programs, root) =>
    pausing(programs, root, { rounds, batches: Math.ceil(rounds / 10), batch: 96, threads: options.threads }),
  opening: (_programs, root) => opening(root, { rounds }),
  memory: (programs, root) => memory(programs, root, { sessions: 500 }),
  processes: (programs, root) => processes(programs, root, { rounds: Math.ceil(rounds / 5) })
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
  const programs = comparedPrograms()
  const [{ model }] = cpus()
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${model}, load ${loadavg()[0].toFixed(1)}`)
  console.log(
    Object.entries(versions)
      .map(([name, version]) => `${name} ${version}`)
      .join(", ")
  )
  for (const name of options.only.split(",")) {
    if (!Object.hasOwn(parts, name))
      throw new Error(`There is no part ${name}. Expected some of ${Object.keys(parts).join(", ")}.`)
    const folder = join(root, name)
    mkdirSync(folder)
    await parts[name](programs, folder)
  }
  console.log(`\nLoad at the end: ${loadavg()[0].toFixed(1)}`)
} finally {
  rmSync(root, { recursive: true })
}

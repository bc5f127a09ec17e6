import { spawnSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { milliseconds } from "../support/verdict.mjs"

const file = (name) => new URL(name, import.meta.url).pathname

/** Whole processes: one that asks and ends, and one that is given the answer and ends. Printed without a target. */
export function processes(programs, root, { rounds }) {
  const folders = Object.fromEntries(["byhand", "least"].map((name) => [name, join(root, name)]))
  for (const folder of Object.values(folders)) mkdirSync(folder)
  const times = {}
  for (let round = -2; round < rounds; round += 1) {
    const take = (name, args) => {
      const { took, out } = runNode(args)
      if (round >= 0) (times[name] ??= []).push(took)
      return out
    }
    take("Node alone", ["-e", "0"])
    const id = take("byhand, a run that asks", [file("byhand-process.mjs"), "pause", folders.byhand])
    take("byhand, its answer and its result", [file("byhand-process.mjs"), "resume", folders.byhand, id])
    const thread = `thread-${round}`
    const graph = [file("langgraph-process.mjs"), programs, folders.least]
    take("LangGraph.js, one node that asks", [...graph, "pause", thread])
    take("LangGraph.js, its answer and its result", [...graph, "resume", thread])
  }
  console.log("\nWhole processes")
  for (const [name, took] of Object.entries(times)) console.log(`  ${name}: ${milliseconds(took)}`)
}

function runNode(args) {
  const start = performance.now()
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" })
  const took = performance.now() - start
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}.\n${stderr}`)
  return { took, out: stdout.trim() }
}

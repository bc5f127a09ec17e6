import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { median } from "./ratio.mjs"

/**
 * Where the time of a process goes: milliseconds by the package whose code ran, or called Node's code, as Node's own profiler
 * samples it. The median of some runs for each; what a profile costs is in all of them.
 */
export function profileOf(node, { bin, args, env }, runs) {
  const folder = mkdtempSync(join(tmpdir(), "byhand-profile-"))
  try {
    const all = Array.from({ length: runs }, (_, run) => {
      const dir = join(folder, String(run))
      const options = ["--cpu-prof", "--cpu-prof-interval=100", `--cpu-prof-dir=${dir}`]
      spawnSync(node, [...options, bin, ...args], { env, stdio: "ignore" })
      const [file] = readdirSync(dir)
      return sumByOwner(JSON.parse(readFileSync(join(dir, file), "utf8")))
    })
    const owners = [...new Set(all.flatMap((sums) => Object.keys(sums)))].toSorted()
    return Object.fromEntries(owners.map((owner) => [owner, median(all.map((sums) => sums[owner] ?? 0))]))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function sumByOwner({ nodes, samples, timeDeltas }) {
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])))
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const owners = new Map(nodes.map(({ id }) => [id, ownerOf(id, frames, parents)]))
  const sums = {}
  for (const [at, id] of samples.entries()) {
    const owner = owners.get(id)
    sums[owner] = (sums[owner] ?? 0) + timeDeltas[at] / 1000
  }
  return sums
}

/** The nearest caller that is no part of Node. What Node runs on its own account is told apart by what it does. */
function ownerOf(id, frames, parents) {
  const { functionName, url } = frames.get(id)
  if (functionName === "(garbage collector)") return "garbage collection"
  if (functionName === "(idle)" || functionName === "(program)") return "outside JavaScript"
  let loads = url.startsWith("node:internal/modules/")
  for (let at = id; at !== undefined; at = parents.get(at)) {
    const frame = frames.get(at)
    if (frame.url !== "" && !frame.url.startsWith("node:")) return packageOf(frame.url)
    loads ||= frame.url.startsWith("node:internal/modules/")
  }
  return loads ? "Node, loading modules" : "Node"
}

function packageOf(url) {
  const inner = url.split("/node_modules/").slice(1).at(-1)
  if (inner === undefined) return "the host"
  const [scope, name] = inner.split("/")
  return scope.startsWith("@") ? `${scope}/${name}` : "what oclif depends on"
}

// What each package costs who installs it, and who imports it.
//
//   npm run bench -- packages [--node 24] [--rounds 40]
//
// Size: bytes of the files of the package alone, with its dependencies, and with the peers that have to be there too. Import: whole
// processes that import its main entry, against one that imports an empty module; each round starts every one once, in alternating
// order, and the empty one twice (A/A). A ratio is one of the means of processor time, which neighbours on the machine disturb least.
import { spawnSync } from "node:child_process"
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { packageOf, project } from "../scripts/hosts.mjs"
import { nodeOfMajor } from "../scripts/nodes.mjs"
import { cpuOfChildren } from "./support/cpu.mjs"
import { mean, ratioOf } from "./support/ratio.mjs"

const { values: options } = parseArgs({
  options: { node: { type: "string" }, rounds: { type: "string", default: "40" } }
})
// The program of a pseudo-terminal is an optional dependency for each platform.
const needed = ["dependencies", "optionalDependencies"]
const node = nodeOfMajor(options.node)
const rounds = Number(options.rounds)
const modules = join(project().root, "node_modules")
const names = readdirSync(join(modules, "@byhand")).map((name) => `@byhand/${name}`)
const scratch = mkdtempSync(join(realpathSync(tmpdir()), "byhand-packages-"))

try {
  const times = measure()
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim()
  console.log(`Node ${version}, ${rounds} rounds, load ${loadavg()[0].toFixed(1)}`)
  console.log(
    `an empty module: ${mean(times.empty).toFixed(1)} ms; again: ${ratio(times["empty, again"], times.empty)}\n`
  )
  console.log(
    "| package | alone | with dependencies | with peers | import / an empty module |\n| --- | --- | --- | --- | --- |"
  )
  for (const name of names) {
    const sizes = [[], needed, [...needed, "peerDependencies"]].map((kinds) => kilobytes(name, kinds))
    console.log(`| \`${name}\` | ${sizes.join(" | ")} | ${ratio(times[name], times.empty)} |`)
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

/** Milliseconds of the processors of each whole process, round by round. */
function measure() {
  symlinkSync(modules, join(scratch, "node_modules"))
  const texts = {
    empty: "",
    "empty, again": "",
    ...Object.fromEntries(names.map((name) => [name, `import "${name}"`]))
  }
  const files = Object.entries(texts).map(([name, text], at) => {
    const file = join(scratch, `${at}.mjs`)
    writeFileSync(file, text)
    return { name, file }
  })
  const times = Object.fromEntries(files.map(({ name }) => [name, []]))
  const env = { PATH: process.env.PATH, HOME: scratch }
  const warmUp = 2
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const { name, file } of round % 2 === 0 ? files : files.toReversed()) {
      const used = cpuOfChildren()
      const { status, stderr } = spawnSync(node, [file], {
        env,
        stdio: ["ignore", "ignore", "pipe"],
        encoding: "utf8"
      })
      if (status !== 0) throw new Error(`${name} could not be imported: nothing is measured.\n${stderr}`)
      if (round >= 0) times[name].push(cpuOfChildren() - used)
    }
  }
  return times
}

function ratio(values, base) {
  const { ratio: times, low, high } = ratioOf(values, base, { middle: mean })
  return `${times.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`
}

function kilobytes(name, kinds) {
  const bytes = [...reached(join(modules, name), kinds)].reduce((sum, folder) => sum + bytesOf(folder), 0)
  return `${Math.round(bytes / 1000).toLocaleString("en")} kB`
}

/** The folder of a package, and of all that it needs. */
function reached(start, kinds) {
  const found = new Set([start])
  for (const folder of found) {
    const read = packageOf(folder)
    for (const name of kinds.flatMap((kind) => Object.keys(read[kind] ?? {}))) {
      const path = installed(folder, name)
      if (path !== undefined && read.peerDependenciesMeta?.[name]?.optional !== true) found.add(path)
    }
  }
  return found
}

/** Where Node finds a package from a folder. */
function installed(from, name) {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    const path = join(folder, "node_modules", name)
    if (existsSync(join(path, "package.json"))) return path
  }
  return undefined
}

/** What stands in a package's folder, without the packages in it, which count for themselves. */
function bytesOf(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.name !== "node_modules")
    .map((entry) => join(folder, entry.name))
    .reduce((sum, path) => sum + (statSync(path).isDirectory() ? bytesOf(path) : statSync(path).size), 0)
}

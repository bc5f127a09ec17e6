// What byhand costs at the start of an oclif host: whole processes of examples/legacy-host with it, against the same without.
//
//   npm run bench -- startup [--node 24] [--oclif 5] [--rounds 200]
//
// Each round runs every variant once, in alternating order, and the bases twice (A/A): where a program is not as fast as
// itself, nothing is measured. A ratio is one of medians of wall-clock time; its 95 % interval is a bootstrap over the rounds.
// Beside it stands the ratio of the means of processor time, which neighbours on the machine disturb far less.
import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { cores } from "../scripts/hosts.mjs"
import { editJson, makeLegacyHost, manifestOf } from "../scripts/legacy-host.mjs"
import { nodeOfMajor } from "../scripts/nodes.mjs"
import { cpuOfChildren } from "./support/cpu.mjs"
import { mean, median, ratioOf } from "./support/ratio.mjs"

const { values: options } = parseArgs({
  options: {
    node: { type: "string" },
    oclif: { type: "string", default: "4" },
    rounds: { type: "string", default: "200" }
  }
})
const node = nodeOfMajor(options.node)
const major = Number(options.oclif)
const rounds = Number(options.rounds)
const scratch = mkdtempSync(join(realpathSync(tmpdir()), "byhand-startup-"))

try {
  await main()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function main() {
  const bare = await host("bare", {})
  const noHooks = await host("no-hooks", { listed: true }, (plugin) => useHooks(plugin, {}))
  const emptyHooks = await host("empty-hooks", { listed: true }, (plugin) => {
    writeFileSync(join(plugin, "empty.cjs"), "module.exports = { init() {}, prerun() {} }\n")
    useHooks(
      plugin,
      Object.fromEntries(
        ["init", "prerun"].map((identifier) => [identifier, { target: "./empty.cjs", identifier }])
      )
    )
  })
  const listed = await host("listed", { listed: true })
  const launched = await host("launched", { listed: true, launcher: "esm" })
  const undeclared = await host("undeclared", { listed: true }, (_, root) => declareNothing(root))

  const ordinary = ["release", "list"]
  const gated = ["release", "accept", "R-1"]
  const uncached = { NODE_DISABLE_COMPILE_CACHE: "1" }
  const cached = { NODE_COMPILE_CACHE: join(scratch, "compile-cache") }
  const [hasCache, version] = aboutNode()
  const times = measure({
    bare: { bin: bare, args: ordinary },
    "bare, again": { bin: bare, args: ordinary },
    "a plugin without hooks": { bin: noHooks, args: ordinary },
    "a plugin with two empty hooks": { bin: emptyHooks, args: ordinary },
    "the plugin": { bin: listed, args: ordinary },
    "the plugin, for a person": { bin: listed, args: ordinary, env: { LEGACY_FORMAT: "plain" } },
    "the launcher": { bin: launched, args: ordinary, env: uncached },
    ...(hasCache
      ? {
          "the launcher and its compile cache": { bin: launched, args: ordinary },
          "bare, with a compile cache of its own": { bin: bare, args: ordinary, env: cached }
        }
      : {}),
    "accepted, ungated": { bin: bare, args: gated },
    "accepted, ungated, again": { bin: bare, args: gated },
    "accepted, ungated beside the plugin": { bin: undeclared, args: gated },
    "refused by the plugin": { bin: listed, args: gated, exit: 4 }
  })

  console.log(
    `Node ${version}, oclif ${cores[major]}, ${rounds} rounds, load ${loadavg()[0].toFixed(1)}; bare: ${median(times.bare.wall).toFixed(1)} ms, of the processors ${mean(times.bare.cpu).toFixed(1)} ms\n`
  )
  const aa = compare(times, "bare, again", "bare")
  compare(times, "a plugin without hooks", "bare")
  compare(times, "a plugin with two empty hooks", "bare")
  compare(times, "the plugin", "bare", { target: 1.05, aa })
  compare(times, "the plugin, for a person", "bare")
  compare(times, "the launcher", "bare")
  if (hasCache) {
    compare(times, "the launcher and its compile cache", "bare", { target: 1, aa })
    compare(times, "bare, with a compile cache of its own", "bare")
  }
  const gatedAa = compare(times, "accepted, ungated, again", "accepted, ungated")
  compare(times, "refused by the plugin", "accepted, ungated beside the plugin", { target: 1.1, aa: gatedAa })
  compare(times, "refused by the plugin", "accepted, ungated", { target: 1.1, aa: gatedAa })
}

/** A host with a manifest, as it is published; the plugin in it may be changed. Returns its executable. */
async function host(name, wiring, change = () => {}) {
  const { root, bin } = makeLegacyHost(join(scratch, name), major, wiring)
  change(join(root, "node_modules/@byhand/oclif"), root)
  writeFileSync(join(root, "oclif.manifest.json"), JSON.stringify(await manifestOf(root)))
  return bin
}

function useHooks(plugin, hooks) {
  editJson(join(plugin, "package.json"), (pjson) => (pjson.oclif.hooks = hooks))
}

/** Leaves the gated command as it is, but for its declaration. */
function declareNothing(root) {
  const file = join(root, "src/commands/release/accept.js")
  const text = readFileSync(file, "utf8")
  const undeclared = text.replace(/^ {2}static contract = \{\n.*?^ {2}\}\n/ms, "")
  if (undeclared === text)
    throw new Error(`${file} declares nothing where it is expected, so nothing is measured.`)
  writeFileSync(file, undeclared)
}

function aboutNode() {
  const script = "[typeof require('module').enableCompileCache === 'function', process.versions.node]"
  return JSON.parse(spawnSync(node, ["-p", `JSON.stringify(${script})`], { encoding: "utf8" }).stdout)
}

/** Milliseconds of each variant, round by round: by the clock, and of the processors. */
function measure(variants) {
  const names = Object.keys(variants)
  const times = Object.fromEntries(names.map((name) => [name, { wall: [], cpu: [] }]))
  const temporary = join(scratch, "tmp")
  mkdirSync(temporary)
  const env = {
    PATH: process.env.PATH,
    HOME: scratch,
    TMPDIR: temporary,
    LEGACY_HOME: join(scratch, "releases"),
    OCLIF_DISABLE_ENGINE_WARNING: "1"
  }
  const warmUp = 3
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { bin, args, env: more, exit = 0 } = variants[name]
      const used = cpuOfChildren()
      const started = performance.now()
      const { status } = spawnSync(node, [bin, ...args], { env: { ...env, ...more }, stdio: "ignore" })
      const took = performance.now() - started
      if (status !== exit)
        throw new Error(`${name} ended with ${status}. Expected ${exit}: nothing is measured.`)
      if (round < 0) continue
      times[name].wall.push(took)
      times[name].cpu.push(cpuOfChildren() - used)
    }
  }
  return times
}

/** Prints one comparison, and says whether its target is met. Returns it. */
function compare(times, name, base, { target, aa } = {}) {
  const [values, bases] = [times[name], times[base]]
  const wall = ratioOf(values.wall, bases.wall)
  const cpu = ratioOf(values.cpu, bases.cpu, { middle: mean })
  const more = median(values.wall) - median(bases.wall)
  const moreCpu = mean(values.cpu) - mean(bases.cpu)
  const line = `${name} / ${base}: ${shown(wall)}, ${more.toFixed(1)} ms more; processors ${shown(cpu)}, ${moreCpu.toFixed(1)} ms more`
  console.log(
    target === undefined ? line : `${line}; target <= ${target.toFixed(2)}: ${verdict(wall.high, target, aa)}`
  )
  return wall
}

function shown({ ratio, low, high }) {
  return `${ratio.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`
}

function verdict(high, target, { low: aaLow, high: aaHigh }) {
  if (aaLow > 1 || aaHigh < 1) return "nothing can be said, the machine was too busy (A/A is not 1)"
  return high <= target ? "met" : "not met"
}

// What the manifest of an oclif host costs: whole processes of `manifest` against the same host's own `--help`, for hosts with 10,
// 100, 1,000 and 5,000 commands. Then its bytes for each command, the answer to an etag that is known, and the memory.
//
//   npm run bench -- manifest [--oclif 5] [--rounds 20] [--commands 10,100,1000,5000]
//
// Each round runs every variant once, in alternating order, and `--help` twice (A/A): where a program is not as fast as itself,
// nothing is measured. The processor time of a process hardly depends on what else the machine does.
import { spawnSync } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { cores } from "../scripts/hosts.mjs"
import { makeLegacyHost, manifestOf } from "../scripts/legacy-host.mjs"
import { median, ratioOf } from "./support/ratio.mjs"

const { values: options } = parseArgs({
  options: {
    oclif: { type: "string", default: "4" },
    rounds: { type: "string", default: "20" },
    commands: { type: "string", default: "10,100,1000,5000" }
  }
})
const major = Number(options.oclif)
const rounds = Number(options.rounds)
const scratch = mkdtempSync(join(realpathSync(tmpdir()), "byhand-manifest-"))
const preload = join(scratch, "memory.cjs")

try {
  writeFileSync(
    preload,
    `process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage()
  require("node:fs").writeSync(3, JSON.stringify([maxRSS, userCPUTime + systemCPUTime]))
})\n`
  )
  console.log(`Node ${process.versions.node}, oclif ${cores[major]}, ${rounds} rounds, load ${load()}\n`)
  for (const count of options.commands.split(",").map(Number))
    await measureHost(count, count <= 1000 ? 1.5 : 2.5)
  console.log(`\nload at the end ${load()}`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function measureHost(count, target) {
  const bin = await hostWith(count)
  const first = run(bin, ["manifest", "--format", "json"])
  const { data } = JSON.parse(first.stdout)
  const variants = {
    help: ["--help"],
    "help, again": ["--help"],
    manifest: ["manifest", "--format", "json"],
    "not modified": ["manifest", "--format", "json", "--etag", data.etag]
  }
  const names = Object.keys(variants)
  const times = Object.fromEntries(names.map((name) => [name, []]))
  const work = Object.fromEntries(names.map((name) => [name, []]))
  const memory = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -1; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const { took, kilobytes, worked } = run(bin, variants[name])
      if (round < 0) continue
      times[name].push(took)
      work[name].push(worked)
      memory[name].push(kilobytes)
    }
  const aa = ratioOf(times["help, again"], times.help)
  const isSteady = aa.low <= 1 && aa.high >= 1
  const { ratio, low, high } = ratioOf(times.manifest, times.help)
  const known = ratioOf(times["not modified"], times.help)
  const said = !isSteady
    ? "nothing can be said, the machine was too busy"
    : high <= target
      ? "met"
      : "not met"
  console.log(
    `${count} commands: --help ${median(times.help).toFixed(0)} ms; manifest / --help ${ratio.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}], target <= ${target}: ${said}; ` +
      `processor time ${ratioOf(work.manifest, work.help).ratio.toFixed(2)} times --help's; ` +
      `not modified / --help ${known.ratio.toFixed(2)}; ${(first.stdout.length / Object.keys(data.commands).length).toFixed(0)} bytes a command; ` +
      `memory ${mb(memory.manifest)} MB against ${mb(memory.help)} MB`
  )
}

/** A host with so many commands in its manifest; no class of them exists, as nothing is to load one. */
async function hostWith(count) {
  const { root, bin } = makeLegacyHost(join(scratch, String(count)), major, { listed: true, launcher: "esm" })
  const manifest = await manifestOf(root)
  for (let index = 0; index < count; index += 1) {
    const id = `topic-${Math.floor(index / 50)}:command-${index % 50}`
    manifest.commands[id] = commandOf(id)
  }
  writeFileSync(join(root, "oclif.manifest.json"), JSON.stringify(manifest))
  return bin
}

function commandOf(id) {
  return {
    id,
    aliases: [],
    hiddenAliases: [],
    args: { id: { name: "id", description: "Which one", required: true } },
    flags: {
      region: option("region", { options: ["eu", "us"], default: "eu" }),
      name: option("name", { char: "n" }),
      force: { name: "force", type: "boolean", description: "Do it all the same", allowNo: false }
    },
    description: `What ${id} does`,
    examples: ["<%= config.bin %> <%= command.id %> 1"],
    pluginName: "legacy",
    pluginType: "core",
    strict: true,
    enableJsonFlag: false,
    contract: {
      danger_level: "safe",
      required_scopes: ["things:read"],
      exit_codes: { 0: { description: "It is shown", retryable: false, side_effects: "none" } }
    }
  }
}

function option(name, more) {
  return { name, type: "option", description: `The ${name} of what is asked`, ...more }
}

function run(bin, args) {
  const env = { PATH: process.env.PATH, HOME: scratch, TMPDIR: scratch, OCLIF_DISABLE_ENGINE_WARNING: "1" }
  const started = performance.now()
  const { status, stdout, output } = spawnSync(process.execPath, ["--require", preload, bin, ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 1 << 28
  })
  const took = performance.now() - started
  if (status !== 0)
    throw new Error(`${args.join(" ")} ended with ${status}. Expected 0: nothing is measured.`)
  const [kilobytes, worked] = JSON.parse(output[3])
  return { took, stdout, kilobytes, worked }
}

function mb(kilobytes) {
  return (median(kilobytes) / 1024).toFixed(0)
}

function load() {
  return loadavg()[0].toFixed(1)
}

// What a call through `mcp serve` costs: a tool call by the official client against the bare command as a process of its own, and a
// hundred calls with eight at a time against eight bare commands at a time.
//
//   npm run bench -- mcp [--oclif 5] [--rounds 40]
import { spawn } from "node:child_process"
import { mkdtempSync, realpathSync, rmSync } from "node:fs"
import { loadavg, tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { cores } from "../scripts/hosts.mjs"
import { makeLegacyHost } from "../scripts/legacy-host.mjs"
import { median, ratioOf } from "./support/ratio.mjs"

const { values: options } = parseArgs({
  options: { oclif: { type: "string", default: "4" }, rounds: { type: "string", default: "40" } }
})
const major = Number(options.oclif)
const rounds = Number(options.rounds)
const scratch = mkdtempSync(join(realpathSync(tmpdir()), "byhand-mcp-"))
const env = {
  PATH: process.env.PATH,
  HOME: scratch,
  TMPDIR: scratch,
  LEGACY_HOME: join(scratch, "releases"),
  NO_COLOR: "1",
  OCLIF_DISABLE_ENGINE_WARNING: "1"
}

try {
  await main()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

async function main() {
  const { bin } = makeLegacyHost(join(scratch, "host"), major, { listed: true, launcher: "esm" })
  const client = new Client({ name: "bench", version: "1.0.0" })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [bin, "mcp", "serve", "--concurrency", "8"],
    env
  })
  await client.connect(transport)
  const called = async () => {
    const { isError } = await client.callTool({ name: "release_list", arguments: {} })
    if (isError) throw new Error("The tool call failed: nothing is measured.")
  }
  const bare = () => started(bin, ["release", "list", "--format", "json"])
  console.log(`Node ${process.versions.node}, oclif ${cores[major]}, ${rounds} rounds, load ${load()}`)
  const variants = { bare, again: bare, called }
  const times = { bare: [], again: [], called: [] }
  for (let round = -3; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? Object.keys(times) : Object.keys(times).toReversed()) {
      const took = await timed(variants[name])
      if (round >= 0) times[name].push(took)
    }
  const aa = ratioOf(times.again, times.bare)
  const { ratio, low, high } = ratioOf(times.called, times.bare)
  const isSteady = aa.low <= 1 && aa.high >= 1
  const said = !isSteady ? "nothing can be said, the machine was too busy" : high <= 1.3 ? "met" : "not met"
  console.log(
    `a call / the bare command (${median(times.bare).toFixed(0)} ms): ${ratio.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}], target <= 1.3: ${said}`
  )
  const hundred = Array.from({ length: 100 })
  const calls = await timed(() => Promise.all(hundred.map(called)))
  const processes = await timed(() => eightAtATime(hundred.map(() => bare)))
  console.log(
    `100 calls, 8 at a time: ${(calls / 1000).toFixed(1)} s; the bare commands: ${(processes / 1000).toFixed(1)} s; ratio ${(calls / processes).toFixed(2)}; load at the end ${load()}`
  )
  await client.close()
}

async function eightAtATime(tasks) {
  const waiting = [...tasks]
  const worker = async () => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await task()
  }
  await Promise.all(Array.from({ length: 8 }, worker))
}

function started(bin, args) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [bin, ...args], { env, stdio: ["ignore", "pipe", "pipe"] })
    child.stdout.resume()
    child.stderr.resume()
    child.once("error", reject)
    child.once("close", (code) =>
      code === 0 ? resolve() : reject(new Error(`The command ended with ${code}.`))
    )
  })
}

async function timed(task) {
  const from = performance.now()
  await task()
  return performance.now() - from
}

function load() {
  return loadavg()[0].toFixed(1)
}

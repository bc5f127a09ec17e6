// Lets a CLI read command lines and go no further: oclif finds the command of each, loads its class and parses by its flags and
// arguments, as at the start of `run`; then the call is over. Nothing of what a command does is done.
//
//   node parse-calls.mjs <folder of the CLI's package> <file with the lines> <file for what was read>
//
// The lines are JSON; what was read is [[the command, what was objected to], …].
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const [root, lines, answer] = process.argv.slice(2)
const core = createRequire(join(root, "package.json")).resolve("@oclif/core")
const { Config, run } = await import(pathToFileURL(core).href).then((module) => module.default ?? module)
const read = []

// For every config that oclif makes: it makes another one for each run, unless it is given this one.
Config.prototype.runHook = async () => ({ successes: [], failures: [] })
Config.prototype.runCommand = async function (id, argv = [], cached = null) {
  const found = cached ?? this.findCommand(id, { must: true })
  const loaded = await found.load()
  const command = new loaded(argv, this)
  try {
    await command.parse(loaded, argv)
    read.push([id, null])
  } catch (error) {
    read.push([id, wordsOf(error)])
  }
}

function wordsOf({ message }) {
  return String(message).replaceAll(/\s+/g, " ").trim()
}

const config = await Config.load(root)
Config.load = async () => config

for (const line of JSON.parse(readFileSync(lines, "utf8"))) {
  const before = read.length
  await run(line, config).catch((error) => read.push([null, wordsOf(error)]))
  if (read.length === before) read.push([null, "no command was run"])
}
writeFileSync(answer, JSON.stringify(read))
// What a class opened while it was loaded must not keep the process.
process.kill(process.pid, "SIGTERM")

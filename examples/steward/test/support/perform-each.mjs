// A worker's work without its supervisor, for many calls in one process: `node perform-each.mjs <folder of the program>`
// with a JSON array of command lines on stdin. It writes what a worker would tell of each, in lines of JSON.
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

const root = process.argv[2]
const main = join(root, "dist/worker.js")
// The built program, as it is started: the file that its worker loads has a name with a digest.
const [, name] = /import\("([^"]*\/perform-\w+\.js)"\)/.exec(readFileSync(main, "utf8"))
const { perform } = await import(new URL(name, pathToFileURL(main)))
for (const argv of JSON.parse(readFileSync(0, "utf8")))
  process.stdout.write(`${JSON.stringify(await perform(argv))}\n`)
// With which code a run ends, the supervisor says.
process.exitCode = 0

// `npm run bench [name] [options]`: makes the tree ready, then runs the measurements in bench/, one after the other. They print
// ratios, and are no test: a number of a busy machine proves nothing.
import { spawnSync } from "node:child_process"
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { setup } from "./setup.mjs"

const folder = fileURLToPath(new URL("../bench/", import.meta.url))
const all = readdirSync(folder).filter((name) => name.endsWith(".mjs"))
const [first = "", ...rest] = process.argv.slice(2)
const isName = all.includes(`${first}.mjs`)
const chosen = isName ? [`${first}.mjs`] : all
const options = isName ? rest : process.argv.slice(2)

process.exitCode = setup({ withHosts: true })
for (const name of process.exitCode === 0 ? chosen : []) {
  const { status } = spawnSync(process.execPath, [folder + name, ...options], { stdio: "inherit" })
  process.exitCode ||= status ?? 1
}

// Copies of examples/legacy-host that stand alone: with their own node_modules, outside this tree and outside the scratch
// hosts, so that what is taken out of a copy is found nowhere else.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { cores, hosts } from "./hosts.mjs"

const example = fileURLToPath(new URL("../examples/legacy-host", import.meta.url))
const plugin = "@byhand/oclif"

/**
 * Makes a copy in an empty or missing folder, beside one major version of oclif.
 *
 * - `installed`: the package is in its node_modules and its dependencies; without it nothing of byhand is there
 * - `listed`: the package is among its `oclif.plugins`
 * - `guarded`: `release accept` exports what `personOnly` returns
 * - `launcher`: its executable is the launcher's, `"cjs"` (`bin/run.js`) or `"esm"` (`bin/run.mjs`)
 *
 * Returns `{ root, bin }`, the folder and the executable.
 */
export function makeLegacyHost(root, major, { installed, listed, guarded, launcher } = {}) {
  for (const part of ["bin", "src", "package.json"])
    cpSync(join(example, part), join(root, part), { recursive: true })
  linkCore(root, major)
  if (installed || listed || guarded || launcher) {
    installPlugin(root, major)
    editJson(join(root, "package.json"), (pjson) => {
      pjson.dependencies[plugin] = "*"
      if (listed) pjson.oclif.plugins = [plugin]
    })
  }
  if (guarded) guardAccept(join(root, "src/commands/release/accept.js"))
  return { root, bin: join(root, executable(root, launcher)) }
}

/** What oclif makes of the commands in a folder: the content of its oclif.manifest.json. */
export async function manifestOf(root) {
  // oclif is to read the files that users get, and not to look for their sources, as it does in a test.
  process.env.NODE_ENV = "production"
  process.env.OCLIF_DISABLE_ENGINE_WARNING = "1"
  const { Plugin } = createRequire(join(root, "package.json"))("@oclif/core")
  const loaded = new Plugin({ root, type: "core", ignoreManifest: true, errorOnManifestCreate: true })
  await loaded.load()
  return JSON.parse(JSON.stringify(loaded.manifest))
}

/** Puts the packed plugin into a folder's node_modules: a copy of its own, so that it can be damaged. */
export function installPlugin(root, major) {
  const from = join(hostOf(major), "node_modules")
  cpSync(join(from, plugin), join(root, "node_modules", plugin), { recursive: true, filter: isRun })
  for (const name of ["attestation", "envelope", "exit-codes", "manifest"])
    link(root, from, `@byhand/${name}`)
  link(root, from, "@modelcontextprotocol/server")
}

/** Types are for compilers, and most of the files. */
function isRun(path) {
  return !path.endsWith(".d.ts")
}

/** Links one major version of oclif into a folder's node_modules. */
export function linkCore(root, major) {
  link(root, join(hostOf(major), "node_modules"), "@oclif/core")
  const { version } = JSON.parse(readFileSync(join(root, "node_modules/@oclif/core/package.json"), "utf8"))
  if (version !== cores[major])
    throw new Error(
      `${root} is beside @oclif/core ${version}, because the scratch host is. Expected ${cores[major]}. Remove the scratch host.`
    )
}

export function editJson(file, edit) {
  const value = JSON.parse(readFileSync(file, "utf8"))
  edit(value)
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`)
}

function hostOf(major) {
  return realpathSync(hosts().find((host) => host.major === major).root)
}

function link(root, from, name) {
  const path = join(root, "node_modules", name)
  if (existsSync(path)) return
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(join(from, name), path)
}

function guardAccept(file) {
  const text = readFileSync(file, "utf8")
  const guarded = text.replace("module.exports = Accept", "module.exports = personOnly(Accept)")
  if (guarded === text)
    throw new Error(`${file} does not export its class as expected, so it was not guarded.`)
  writeFileSync(file, `const { personOnly } = require("${plugin}")\n${guarded}`)
}

function executable(root, launcher) {
  const from = `"${plugin}/run"`
  if (launcher === "cjs")
    writeFileSync(
      join(root, "bin/run.js"),
      `#!/usr/bin/env node\nvoid import(${from}).then(({ execute }) => execute({ dir: __dirname }))\n`
    )
  if (launcher === "esm")
    writeFileSync(
      join(root, "bin/run.mjs"),
      `#!/usr/bin/env node\nimport { execute } from ${from}\n\nawait execute({ dir: import.meta.url })\n`
    )
  return launcher === "esm" ? "bin/run.mjs" : "bin/run.js"
}

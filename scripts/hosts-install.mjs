// Packs the packages and installs them in the two scratch hosts, and in a project of a stranger's. Usage: node scripts/hosts-install.mjs <folder>
import { spawn } from "node:child_process"
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync
} from "node:fs"
import { basename, dirname, join } from "node:path"
import { complete, cores, hostFolders, packageOf, packedFolders, prefix, publishedFolders } from "./hosts.mjs"
import { pnpm } from "./pnpm.mjs"

// What a TypeScript project has that uses all of the packages.
const usedWith = {
  "@oclif/core": cores[4],
  "@types/node": packageOf(join(import.meta.dirname, "..")).devDependencies["@types/node"],
  effect: packageOf(join(import.meta.dirname, "../packages/headless")).peerDependencies.effect
}
const keptMs = 6 * 60 * 60 * 1000
const folder = process.argv[2]
// Made beside the final place and moved there when complete: whoever finds the folder finds all of it.
const staging = mkdtempSync(`${folder}-`)

try {
  console.error("Packing the packages and installing them beside oclif 4 and oclif 5…")
  pack()
  await Promise.all([
    ...Object.entries(cores).map(([major, core]) => {
      return install(join(staging, `oclif-${major}`), hostFolders, { "@oclif/core": core })
    }),
    install(join(staging, "project"), publishedFolders, usedWith)
  ])
  writeFileSync(join(staging, complete), JSON.stringify(cores))
  moveIntoPlace()
  removeUnused()
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
} finally {
  rmSync(staging, { recursive: true, force: true })
}

function pack() {
  const filters = packedFolders.flatMap((path) => ["--filter", packageOf(path).name])
  const output = join(staging, "pack.log")
  const descriptor = openSync(output, "w")
  const status = pnpm(["--recursive", ...filters, "pack", "--pack-destination", join(staging, "packed")], {
    stdio: ["ignore", descriptor, descriptor]
  })
  closeSync(descriptor)
  if (status !== 0) throw new Error(`The packages could not be packed.\n${readFileSync(output, "utf8")}`)
}

async function install(host, folders, others) {
  const packages = folders.map(packageOf).map(({ name, version }) => {
    return [name, `file:../packed/${name.replace("@", "").replace("/", "-")}-${version}.tgz`]
  })
  const dependencies = { ...Object.fromEntries(packages), ...others }
  // Without these npm asks the registry for the packages that the packed ones name, though the host has them.
  const overrides = Object.fromEntries(packages.map(([name]) => [name, `$${name}`]))
  mkdirSync(host)
  const project = { name: basename(host), private: true, dependencies, overrides }
  writeFileSync(join(host, "package.json"), JSON.stringify(project))
  const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--no-package-lock", "--loglevel=error"]
  const { status, output } = await npm(host, [
    "install",
    "--prefer-offline",
    "--ignore-scripts",
    "--omit=dev",
    ...quiet
  ])
  if (status !== 0)
    throw new Error(
      `npm could not install the packages beside ${Object.entries(others).flat().join(" ")}.\n${output}`
    )
}

function npm(cwd, args) {
  // Under `npm test` npm names the project it runs for, and that is not this one.
  const { npm_config_local_prefix: _project, ...env } = process.env
  const child = spawn("npm", args, {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32"
  })
  let output = ""
  child.stdout.on("data", (text) => (output += text))
  child.stderr.on("data", (text) => (output += text))
  return new Promise((resolve) => {
    child.once("error", (error) => resolve({ status: 1, output: error.message }))
    child.once("close", (status) => resolve({ status, output }))
  })
}

/** Another process may have done the same in the meantime; what it made is as good. */
function moveIntoPlace() {
  try {
    renameSync(staging, folder)
  } catch (error) {
    if (!["ENOTEMPTY", "EEXIST"].includes(error.code)) throw error
  }
}

function removeUnused() {
  const mine = readdirSync(dirname(folder)).filter(
    (name) => name.startsWith(prefix) && name !== basename(folder)
  )
  for (const path of mine.map((name) => join(dirname(folder), name))) {
    if (Date.now() - statSync(path).mtimeMs > keptMs) rmSync(path, { recursive: true, force: true })
  }
}

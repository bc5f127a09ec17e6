// The versions of Node that the packages are tested on, each as the program in an npm package.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../.cache/nodes/", import.meta.url))
const packageName = `node-${process.platform}-${process.arch}`

/** The oldest that byhand promises to run on, and the two lines with long-term support, oldest first. */
export const nodeVersions = ["20.19.0", "22.23.5", "24.22.3"]

/** The program of one of these versions, or undefined when it is not there. */
export function nodeOf(version) {
  if (process.versions.node === version) return process.execPath
  const program = join(folder, version)
  return existsSync(program) ? program : undefined
}

/**
 * Fetches those that are not there yet, about 50 MB each; after that they are there without a network.
 *
 * @throws Error with npm's own words when that fails
 */
export function fetchNodes(versions = nodeVersions) {
  const missing = versions.filter((version) => nodeOf(version) === undefined)
  // What the tests on them need does not exist on Windows.
  if (missing.length === 0 || process.platform === "win32") return
  console.error(`Fetching Node ${missing.join(", ")}; this takes a minute the first time…`)
  mkdirSync(folder, { recursive: true })
  const staging = mkdtempSync(join(folder, "staging-"))
  try {
    const names = missing.map((version) => `${packageName}@${version}`)
    run("npm", ["pack", ...names, "--prefer-offline", "--fetch-retries=1", "--loglevel=error"], staging)
    for (const version of missing) {
      // Only the program: the package also has the headers of all that Node is made of.
      run("tar", ["-xzf", `${packageName}-${version}.tgz`, "package/bin/node"], staging)
      renameSync(join(staging, "package/bin/node"), join(folder, version))
    }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

/**
 * The Node to measure with: this one, or the tested one of a major version, which is fetched when it is not there.
 *
 * @throws Error when no such version is tested, or when it cannot be fetched
 */
export function nodeOfMajor(major) {
  if (major === undefined || process.versions.node.startsWith(`${major}.`)) return process.execPath
  const version = nodeVersions.find((tested) => tested.startsWith(`${major}.`))
  if (version === undefined)
    throw new Error(`There is no Node ${major} to run with. Expected one of ${nodeVersions.join(", ")}.`)
  fetchNodes([version])
  return nodeOf(version)
}

function run(program, args, cwd) {
  // Under `npm test` npm names the project it runs for, and that is not this one.
  const { npm_config_local_prefix: _project, ...env } = process.env
  const { status, stderr, error } = spawnSync(program, args, {
    cwd,
    env,
    stdio: ["ignore", "ignore", "pipe"],
    encoding: "utf8"
  })
  if (status !== 0) throw new Error(stderr || error?.message || `${program} ended with ${status}.`)
}

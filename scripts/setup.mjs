// What `npm run demo` and `npm test` do first: install the dependencies, build the packages, and (for the tests) install
// the packed packages in two scratch hosts. Quiet when nothing is to be done; what it says goes to stderr.
import { closeSync, existsSync, mkdirSync, openSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { hosts } from "./hosts.mjs"
import { fetchNodes, nodeOf, nodeVersions } from "./nodes.mjs"
import { pnpm } from "./pnpm.mjs"

const root = fileURLToPath(new URL("..", import.meta.url))
const log = join(root, ".cache", "setup.log")

/**
 * Makes the tree ready to run, with `{ withHosts: true }` the scratch hosts too, and with `{ withNodes: true }` the versions of Node
 * that the packages are tested on; the tests on one that cannot be fetched are skipped.
 *
 * Returns 0, or the exit code to end with; what failed is then on stderr.
 */
export function setup({ withHosts = false, withNodes = false } = {}) {
  const [major, minor] = process.versions.node.split(".").map(Number)
  if (major < 20 || (major === 20 && minor < 19)) {
    console.error(
      `byhand cannot run on Node ${process.versions.node}, because it needs Node 20.19 or newer. Install a newer Node and try again.`
    )
    return 1
  }
  mkdirSync(join(root, ".cache"), { recursive: true })
  const failed = install() || build() || (withHosts ? installHosts() : 0)
  if (withNodes && failed === 0) installNodes()
  return failed
}

function install() {
  const first = !existsSync(join(root, "node_modules", ".modules.yaml"))
  if (first) console.error("Installing the dependencies; this takes a minute the first time…")
  const args = ["install", "--frozen-lockfile", "--prefer-offline", "--config.confirmModulesPurge=false"]
  return logged("The dependencies could not be installed.", [...args, "--reporter=append-only"])
}

function build() {
  return logged("The packages could not be built.", [
    "exec",
    "turbo",
    "run",
    "build",
    "--output-logs=errors-only"
  ])
}

function installHosts() {
  try {
    hosts()
    return 0
  } catch (error) {
    console.error(error.message)
    return 1
  }
}

/** Without a network everything else can be tested: the tests on a Node that is not there are skipped by name. */
function installNodes() {
  try {
    fetchNodes()
  } catch (error) {
    const missing = nodeVersions.filter((version) => nodeOf(version) === undefined)
    console.error(
      `Node ${missing.join(", ")} could not be fetched, so the tests on it are skipped. Run this again with a network.\n${error.message}`
    )
  }
}

/** Runs pnpm; what it says is shown only when it fails. */
function logged(failed, args) {
  const output = openSync(log, "w")
  const status = pnpm(args, { stdio: ["ignore", output, output] })
  closeSync(output)
  if (status !== 0) console.error(`${failed}\n${readFileSync(log, "utf8")}`)
  return status
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = setup({ withHosts: true, withNodes: true })

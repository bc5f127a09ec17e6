// Installs the published CLIs in a cache of this user's: outside this tree, in which they would find this tree's oclif.
import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { clis } from "./clis.mjs"

const cache = join(realpathSync(tmpdir()), `byhand-real-${process.getuid?.() ?? "user"}`)

/** What npm says when it reaches no registry. */
const offline = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EIDLETIMEOUT|ENOTCACHED/

/** Where a CLI is installed, or will be. */
export function folderOf(cli) {
  return join(cache, `${cli.package.replaceAll(/[@/]+/g, "-").replace(/^-/, "")}-${cli.version}`)
}

/**
 * Installs what is not there yet, and says what it does on stderr.
 *
 * Returns false when the registry cannot be reached; throws with npm's own words when an installation fails otherwise.
 */
export function installAll() {
  mkdirSync(cache, { recursive: true, mode: 0o700 })
  return clis.every((cli) => existsSync(folderOf(cli)) || install(cli))
}

function install(cli) {
  console.error(`Installing ${cli.package} ${cli.version}…`)
  // Made beside the final place and moved there when complete: whoever finds the folder finds all of it.
  const staging = mkdtempSync(join(cache, "staging-"))
  try {
    const dependencies = { [cli.package]: cli.version }
    writeFileSync(join(staging, "package.json"), JSON.stringify({ private: true, dependencies }))
    const quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
    const { npm_config_local_prefix: _project, ...env } = process.env
    const { status, stdout, stderr, error } = spawnSync(
      "npm",
      ["install", "--prefer-offline", "--ignore-scripts", "--omit=dev", ...quiet],
      { cwd: staging, env, encoding: "utf8", shell: process.platform === "win32" }
    )
    if (status === 0) renameSync(staging, folderOf(cli))
    else if (offline.test(stderr)) return false
    else throw new Error(`npm could not install ${cli.package}.\n${error?.message ?? stdout + stderr}`)
    return true
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

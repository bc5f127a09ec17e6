import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** What is compared with, exactly. Nothing in the workspace depends on it: who runs no bench never installs it. */
export const versions = {
  xstate: "5.33.3",
  "@langchain/core": "1.4.0",
  "@langchain/langgraph": "1.7.3",
  "@langchain/langgraph-checkpoint": "1.2.2",
  "@langchain/langgraph-checkpoint-sqlite": "1.0.4",
  "better-sqlite3": "12.11.1",
  zod: "4.6.7"
}

/**
 * The folder that has the compared programs in its `node_modules`: installed once for each set of versions and each Node, outside this
 * tree. Where no ready-made SQLite is to be had it is compiled, which takes minutes.
 */
export function comparedPrograms() {
  const set = JSON.stringify({ versions, abi: process.versions.modules, arch: process.arch })
  const folder = join(
    tmpdir(),
    `byhand-compared-${createHash("sha256").update(set).digest("hex").slice(0, 12)}`
  )
  const done = join(folder, "installed")
  if (!existsSync(done)) {
    console.error(`Installing what is compared with into ${folder}; this takes minutes the first time…`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ private: true, type: "module", dependencies: versions })
    )
    const args = ["install", "--no-audit", "--no-fund", "--loglevel=error"]
    const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit" })
    if (status !== 0) throw new Error(`npm could not install the compared programs in ${folder}.`)
    writeFileSync(done, "")
  }
  return folder
}

/** Imports a compared program as a module in that folder would. */
export function importFrom(folder, name) {
  const inside = createRequire(join(folder, "package.json"))
  return import(pathToFileURL(inside.resolve(name)).href)
}

import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"

/** What is compared with, exactly. Nothing in the workspace depends on it: who measures nothing with it never installs it. */
const compared = {
  XState: { xstate: "5.33.3" },
  "LangGraph.js": {
    "@langchain/core": "1.4.0",
    "@langchain/langgraph": "1.7.3",
    "@langchain/langgraph-checkpoint": "1.2.2",
    "@langchain/langgraph-checkpoint-sqlite": "1.0.4",
    "better-sqlite3": "12.11.1",
    zod: "4.6.7"
  }
}

const said = new Set()

/**
 * The folder that has a compared program in its `node_modules`: installed when it is first asked for, once for each set of versions
 * and each Node, outside this tree. Where no ready-made SQLite is to be had it is compiled, which takes minutes.
 */
export function comparedProgram(name) {
  const dependencies = compared[name]
  const set = JSON.stringify({ dependencies, abi: process.versions.modules, arch: process.arch })
  const hash = createHash("sha256").update(set).digest("hex").slice(0, 12)
  const folder = join(tmpdir(), `byhand-compared-${hash}`)
  const done = join(folder, "installed")
  if (!existsSync(done)) {
    console.error(`Installing ${name} into ${folder}; this may take minutes the first time…`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ private: true, type: "module", dependencies })
    )
    const args = ["install", "--no-audit", "--no-fund", "--loglevel=error"]
    const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit" })
    if (status !== 0) throw new Error(`npm could not install ${name} in ${folder}.`)
    writeFileSync(done, "")
  }
  if (!said.has(name))
    console.log(
      Object.entries(dependencies)
        .map((one) => one.join(" "))
        .join(", ")
    )
  said.add(name)
  return folder
}

/** Imports a compared program as a module in that folder would. */
export function importFrom(folder, name) {
  const inside = createRequire(join(folder, "package.json"))
  return import(pathToFileURL(inside.resolve(name)).href)
}

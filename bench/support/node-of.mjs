import { spawnSync } from "node:child_process"
import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The Node to measure with: this one, or the newest of a major version, fetched once into a folder outside this tree. */
export function nodeOf(major) {
  if (major === undefined || process.versions.node.startsWith(`${major}.`)) return process.execPath
  const folder = join(tmpdir(), `byhand-node-${major}`)
  const name = `node-${process.platform}-${process.arch}`
  const node = join(folder, "node_modules", name, "bin/node")
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, "package.json"), '{"private":true}')
    const args = [
      "install",
      `${name}@${major}`,
      "--no-audit",
      "--no-fund",
      "--no-package-lock",
      "--loglevel=error"
    ]
    const { status } = spawnSync("npm", args, { cwd: folder, stdio: "inherit" })
    if (status !== 0) throw new Error(`npm could not install ${name}@${major} in ${folder}.`)
  }
  return node
}

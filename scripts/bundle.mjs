// What a package's build runs: `node ../../scripts/bundle.mjs src/index.ts …`. Types by tsc, and the JavaScript in few files,
// because every file that an oclif host opens at its start costs every command of it.
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { build } from "esbuild"
import { splitModules } from "./esbuild-options.mjs"

rmSync("dist", { recursive: true, force: true })
const { status } = spawnSync("tsc", ["-p", "tsconfig.json", "--emitDeclarationOnly"], {
  stdio: "inherit",
  shell: process.platform === "win32"
})
process.exitCode = status ?? 1
if (status === 0)
  await build({
    ...splitModules,
    entryPoints: process.argv.slice(2),
    packages: "external"
  })

// What a package's build runs: `node ../../scripts/bundle.mjs src/index.ts … [-- src/apart.ts …]`. Types by tsc, and the
// JavaScript in few files, because every file that an oclif host opens at its start costs every command of it. An entry behind
// `--` shares no file with another one: it costs those nothing.
import { spawnSync } from "node:child_process"
import { rmSync } from "node:fs"
import { build } from "esbuild"

rmSync("dist", { recursive: true, force: true })
const { status } = spawnSync("tsc", ["-p", "tsconfig.json", "--emitDeclarationOnly"], {
  stdio: "inherit",
  shell: process.platform === "win32"
})
process.exitCode = status ?? 1

const entries = process.argv.slice(2)
const dashes = entries.indexOf("--")
const together = dashes === -1 ? entries : entries.slice(0, dashes)
const apart = dashes === -1 ? [] : entries.slice(dashes + 1)
if (status === 0)
  for (const entryPoints of [together, ...apart.map((entry) => [entry])])
    await build({
      entryPoints,
      outbase: "src",
      outdir: "dist",
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "node",
      target: "node20.19",
      packages: "external",
      logLevel: "warning"
    })

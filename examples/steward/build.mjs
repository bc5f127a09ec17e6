// Builds dist/: the worker with everything that it runs in few files, because it is started for every call, and loading Effect
// and the controller file by file takes four times as long.
import { readdirSync, rmSync } from "node:fs"
import { build } from "esbuild"
import { splitModules } from "../../scripts/esbuild-options.mjs"

rmSync("dist", { recursive: true, force: true })
await build({
  ...splitModules,
  entryPoints: [
    "src/start.ts",
    "src/worker/main.ts",
    ...readdirSync("src/commands").map((name) => `src/commands/${name}`)
  ],
  outbase: "src",
  // oclif finds its plugins by their names, and there must be one oclif.
  external: ["@oclif/core", "@byhand/oclif", "@byhand/oclif/run"]
})

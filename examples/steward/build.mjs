// Builds dist/: the commands as oclif loads them, and the worker with everything that it runs in few files, because it is started
// for every call, and loading oclif, Effect and the controller file by file takes several times as long.
import { readdirSync, rmSync } from "node:fs"
import { build } from "esbuild"
import { splitModules } from "../../scripts/esbuild-options.mjs"

rmSync("dist", { recursive: true, force: true })
await build({
  ...splitModules,
  entryPoints: ["src/start.ts", ...readdirSync("src/commands").map((name) => `src/commands/${name}`)],
  outbase: "src",
  // oclif finds its plugins by their names, and there must be one oclif.
  external: ["@oclif/core", "@byhand/oclif", "@byhand/oclif/run"]
})
await build({
  ...splitModules,
  entryPoints: { worker: "src/worker/main.ts" },
  // What oclif is written with, and a module has not.
  banner: {
    js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);'
  }
})

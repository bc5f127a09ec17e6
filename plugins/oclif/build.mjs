// Builds dist/: few files, because every file an oclif host opens at its start costs every command of it.
import { rmSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { Plugin } from "@oclif/core"
import { build } from "esbuild"

const root = fileURLToPath(new URL(".", import.meta.url))
const shared = {
  bundle: true,
  platform: "node",
  target: "node20.19",
  packages: "external",
  logLevel: "warning"
}

await build({
  ...shared,
  entryPoints: [
    "index",
    "run",
    "testing",
    "gate/guard-declared",
    "commands/manifest",
    "commands/byhand/check"
  ].map((name) => `src/${name}.ts`),
  outbase: "src",
  outdir: "dist",
  format: "esm",
  splitting: true,
  chunkNames: "shared/[name]-[hash]"
})

// One CommonJS file for both hooks: a CommonJS host need not start the ESM loader for an ordinary command.
await build({
  ...shared,
  entryPoints: ["src/hooks.ts"],
  outfile: "dist/hooks.cjs",
  format: "cjs",
  plugins: [
    {
      name: "the guard stays a file of its own",
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/guard-declared\.ts$/ }, () => ({
          path: "./gate/guard-declared.js",
          external: true
        }))
    }
  ]
})

// With a manifest oclif need not load the plugin's own commands at each start.
const manifest = `${root}/oclif.manifest.json`
rmSync(manifest, { force: true })
const plugin = new Plugin({
  root,
  type: "core",
  ignoreManifest: true,
  errorOnManifestCreate: true,
  respectNoCacheDefault: true
})
await plugin.load()
writeFileSync(manifest, `${JSON.stringify(plugin.manifest, null, 2)}\n`)

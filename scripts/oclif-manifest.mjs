// Writes oclif.manifest.json of the oclif package in a folder: `node scripts/oclif-manifest.mjs plugins/oclif`. With it oclif
// need not load a command to know its name and its flags.
import { rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { join, resolve } from "node:path"

const root = resolve(process.argv[2] ?? ".")
const { Plugin } = createRequire(join(root, "package.json"))("@oclif/core")
const manifest = join(root, "oclif.manifest.json")
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

import { join } from "node:path"
import { build } from "esbuild"
import { addJustInTime } from "../../support/just-in-time.ts"
import type { Variant } from "../support/variant.ts"
import { all, invalid, refused, type WayIn } from "./way-in.ts"

const accept = "src/commands/release/accept.js"

/** Adds a line to the class that declares a person. */
const onClass = (line: string, ...args: readonly string[]) => {
  return (variant: Variant) => {
    variant.replace(accept, "  static description", `  static ${line}\n  static description`)
    if (args.length > 0) variant.args = args
  }
}

/** Takes the contract out of the class. */
const loseContract = (variant: Variant) =>
  variant.replace(accept, "static contract =", "static formerContract =")

const shape = (way: string, change: WayIn["change"], cells: WayIn["cells"] = all): WayIn => ({
  way,
  change,
  cells
})

/** How a host is made: what its command is called by, and where oclif reads what it declares. */
export const shapes: readonly WayIn[] = [
  shape("the command is called by an alias", onClass('aliases = ["accept"]', "accept", "R-1")),
  shape("the command is called by a hidden alias", onClass('hiddenAliases = ["accept"]', "accept", "R-1")),
  shape("the command is hidden", onClass("hidden = true")),
  shape("the topics of the host are separated by colons", (variant) => {
    variant.host((pjson) => delete pjson.oclif.topicSeparator)
    variant.args = ["release:accept", "R-1"]
  }),
  shape("the host's words may stand in any order", (variant) => {
    variant.host((pjson) => (pjson.oclif.flexibleTaxonomy = true))
    variant.args = ["accept", "release", "R-1"]
  }),
  shape("the host is a single command", (variant) => {
    variant.host((pjson) => (pjson.oclif.commands = { strategy: "single", target: `./${accept}` }))
    variant.args = ["R-1"]
  }),
  shape("the command's plugin is installed when it is first called", justInTime),

  shape("oclif.manifest.json is there", (variant) => variant.writeManifest()),
  shape("oclif.manifest.json is older than the contract", (variant) =>
    variant.writeManifest(({ commands }) => delete commands["release:accept"].contract)
  ),
  shape(
    "oclif.manifest.json has the contract, and the class has lost it",
    async (variant) => {
      await variant.writeManifest()
      loseContract(variant)
    },
    { A: invalid, B: refused, C: refused }
  ),
  shape("oclif.manifest.json is of another version of the host", (variant) =>
    variant.writeManifest((manifest) => {
      manifest.version = "1.0.0"
      delete manifest.commands["release:accept"].contract
    })
  ),
  shape("oclif.manifest.json is corrupt", (variant) => variant.write("oclif.manifest.json", "{")),
  shape("the host is bundled into one file, which names the hooks", bundle)
]

/** The command comes with a plugin that the host knows of, and has installed when it is first called. */
async function justInTime(variant: Variant): Promise<void> {
  const name = "legacy-late"
  variant.write(
    "late/package.json",
    JSON.stringify({ name, version: "1.0.0", oclif: { commands: "./commands" } })
  )
  variant.write(
    "late/commands/release/late.js",
    `const Accept = require("../../../${accept}")\nmodule.exports = class Late extends Accept {}\n`
  )
  await addJustInTime(variant.root, "release:late")
  variant.args = ["release", "late", "R-1"]
}

/** Everything in one file, oclif and the guard too, with no package beside it. */
async function bundle(variant: Variant): Promise<void> {
  const { layer, root } = variant
  const withHooks = layer !== "A"
  variant.write(
    "src/index.js",
    `exports.commands = { "release:accept": require("./commands/release/accept") }
    exports.execute = require("${layer === "C" ? "@byhand/oclif/run" : "@oclif/core"}").execute
    ${withHooks ? 'Object.assign(exports, require("@byhand/oclif/hooks"))' : ""}`
  )
  await build({
    entryPoints: [join(root, "src/index.js")],
    outfile: join(root, "dist/index.js"),
    bundle: true,
    platform: "node",
    format: "cjs",
    logLevel: "silent"
  })
  variant.host((pjson) => {
    const target = "./dist/index.js"
    pjson.oclif.commands = { strategy: "explicit", target, identifier: "commands" }
    delete pjson.oclif.plugins
    pjson.dependencies = {}
    if (withHooks)
      pjson.oclif.hooks = {
        init: { target, identifier: "init" },
        prerun: { target, identifier: "prerun" }
      }
  })
  variant.write("bin/run.js", 'void require("../dist/index.js").execute({ dir: __dirname })\n')
  variant.remove(join(root, "src"))
  variant.remove(join(root, "node_modules"))
  variant.command = [process.execPath, join(root, "bin/run.js"), ...variant.args]
}

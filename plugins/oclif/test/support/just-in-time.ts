import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { editJson, manifestOf } from "../../../../scripts/legacy-host.mjs"

/**
 * Makes the plugin in a host's folder `late` one that is installed when its command is first called: the host knows the
 * command by its manifest, which this writes, and a hook of the host installs the plugin.
 *
 * @param id the command of the plugin, such as `topic:late`
 */
export async function addJustInTime(root: string, id: string): Promise<void> {
  const folder = join(root, "late")
  const { name, version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Named
  const pjson = { private: true, oclif: { schema: 1, plugins: [{ name, type: "link", root: folder }] } }
  writeFileSync(
    join(root, "install.cjs"),
    `const { mkdirSync, writeFileSync } = require("node:fs")
    module.exports = async ({ config }) => {
      mkdirSync(config.dataDir, { recursive: true })
      writeFileSync(config.dataDir + "/package.json", ${JSON.stringify(JSON.stringify(pjson))})
    }`
  )
  editJson(join(root, "package.json"), ({ oclif }) => {
    oclif.jitPlugins = { [name]: version }
    oclif.hooks = { ...oclif.hooks, jit_plugin_not_installed: "./install.cjs" }
  })
  const [manifest, late] = [await manifestOf(root), await manifestOf(folder)]
  manifest.commands[id] = { ...late.commands[id], pluginName: name, pluginType: "jit" }
  writeFileSync(join(root, "oclif.manifest.json"), JSON.stringify(manifest))
}

interface Named {
  readonly name: string
  readonly version: string
}

import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect } from "vitest"
import { coreOf } from "./core-of.ts"
import { GateHost } from "./gate-host.ts"

/**
 * A host whose CLI has only these commands, once it is certain which oclif its guarded classes extend.
 *
 * The others are taken out because oclif reads every command file of a CLI at each start.
 */
export async function hostWith(major: 4 | 5, commands: readonly string[]): Promise<GateHost> {
  const host = new GateHost(major)
  const folder = join(host.root, "commands")
  const kept = new Set(commands.map((command) => `${command.replaceAll(" ", "/")}.js`))
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".js")
  )
  for (const file of files) if (!kept.has(file)) rmSync(join(folder, file))
  listPlugin(join(host.root, "package.json"))
  expect(await coreOf(host.root)).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
  return host
}

/** oclif loads a plugin that `oclif.plugins` names only when it is among the dependencies too. */
function listPlugin(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as object
  writeFileSync(file, JSON.stringify({ ...manifest, dependencies: { "@byhand/oclif": "*" } }))
}

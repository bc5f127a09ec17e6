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
  listPlugin(host)
  expect(await coreOf(host.root)).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
  return host
}

/** Makes a host list the plugin. oclif loads one that `oclif.plugins` names only when it is among the dependencies too. */
export function listPlugin({ root }: GateHost): void {
  const file = join(root, "package.json")
  const { oclif, ...rest } = JSON.parse(readFileSync(file, "utf8")) as { oclif: object }
  const listing = { ...rest, dependencies: { [name]: "*" }, oclif: { ...oclif, plugins: [name] } }
  writeFileSync(file, JSON.stringify(listing))
}

const name = "@byhand/oclif"

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Config as Config4 } from "@oclif/core"
import { Config as Config5 } from "oclif-core-5"

/** A command as `oclif.manifest.json` has it; what is left out is empty. */
export type CachedCommand = Readonly<Record<string, unknown>>

/** A host of which only oclif's cache exists: no command of it can be loaded. */
export interface CachedHost {
  readonly root: string
  /** The host as oclif 4 or oclif 5 reads it. */
  config(major: 4 | 5): Promise<Config4>
  remove(): void
}

/** Writes the package.json and the manifest of a host, and no command. */
export function cachedHost(
  commands: Readonly<Record<string, CachedCommand>>,
  oclif: Readonly<Record<string, unknown>> = {}
): CachedHost {
  const root = mkdtempSync(join(realpathSync(tmpdir()), "byhand-cached-"))
  const named = Object.entries(commands).map(([id, command]) => [
    id,
    { id, aliases: [], hiddenAliases: [], args: {}, flags: {}, pluginName: "hosted", ...command }
  ])
  const write = (name: string, value: unknown) => writeFileSync(join(root, name), JSON.stringify(value))
  mkdirSync(join(root, "commands"))
  write("package.json", {
    name: "hosted",
    version: "3.1.4",
    oclif: { bin: "hosted", commands: "./commands", topicSeparator: " ", ...oclif }
  })
  write("oclif.manifest.json", { version: "3.1.4", commands: Object.fromEntries(named) })
  return {
    root,
    config: (major) => (major === 4 ? Config4 : (Config5 as unknown as typeof Config4)).load(root),
    remove: () => rmSync(root, { recursive: true, force: true })
  }
}

import type { CommandError } from "@byhand/envelope"
import type { Config } from "@oclif/core"
import type { HeldConfig } from "../host/held-config.ts"
import { hostManifest } from "./host-manifest.ts"
import { registeredEntry } from "./registered-entry.ts"

/** What `--schema` answers: the manifest entry of a command, or the manifest of the host when the line names none. */
export function schemaAnswer(
  config: HeldConfig,
  command: object | undefined,
  path: readonly string[]
): { readonly data: object; readonly problems: readonly CommandError[] } {
  if (command === undefined) {
    const { manifest, problems } = hostManifest(config as object as Config)
    return { data: manifest, problems }
  }
  const { entry, problem } = registeredEntry(command, { bin: config.bin, path })
  if (entry === undefined) throw problem
  return { data: entry, problems: problem === undefined ? [] : [problem] }
}

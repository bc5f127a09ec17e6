import type { CommandError } from "@byhand/envelope"
import type { Config } from "@oclif/core"
import type { HeldConfig } from "../host/held-config.ts"
import type { NamedCommand } from "./commands-once.ts"
import { hostEntry, hostManifest } from "./host-manifest.ts"

/** What `--schema` answers: the manifest entry of a command, or the manifest of the host when the line names none. */
export function schemaAnswer(
  config: HeldConfig,
  command: object | undefined
): { readonly data: object; readonly problems: readonly CommandError[] } {
  if (command === undefined) {
    const { manifest, problems } = hostManifest(config as object as Config)
    return { data: manifest, problems }
  }
  const { entry, problem } = hostEntry(config as object as Config, command as NamedCommand)
  if (entry === undefined) throw problem
  return { data: entry, problems: problem === undefined ? [] : [problem] }
}

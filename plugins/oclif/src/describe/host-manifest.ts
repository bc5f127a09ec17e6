import type { Config } from "@oclif/core"
import {
  type CommandEntry,
  type ExitCodeEntry,
  manifestResponse,
  type ManifestResponse
} from "@byhand/manifest"
import { rootFlags } from "../flags/gate-flags.ts"
import { describeClass, flagEntries } from "./entry.ts"

/** What every command of a host may exit with, said once at the manifest's root (REQ-O-041, REQ-F-013, REQ-F-069). */
const rootExitCodes: Readonly<Record<string, ExitCodeEntry>> = {
  "1": {
    name: "GENERAL_ERROR",
    description: "The command failed in a way that no other code names",
    retryable: false,
    side_effects: "partial"
  },
  "2": {
    name: "ARG_ERROR",
    description: "The command line is not valid; nothing was done",
    retryable: false,
    side_effects: "none"
  },
  "129": { name: "HANGUP", description: "The terminal went away", retryable: false, side_effects: "partial" },
  "130": {
    name: "INTERRUPTED",
    description: "Ctrl-C ended the command",
    retryable: false,
    side_effects: "partial"
  },
  "143": {
    name: "TERMINATED",
    description: "A signal ended the command",
    retryable: false,
    side_effects: "partial"
  }
}

/**
 * The manifest of a host: every command of it and of its plugins, from oclif's cached tables, without loading one.
 *
 * Requirement: REQ-O-041, REQ-C-036.
 */
export function hostManifest(config: Config): ManifestResponse {
  const commands: Record<string, CommandEntry> = {}
  for (const command of config.commands) {
    const isAlias = [...(command.aliases ?? []), ...(command.hiddenAliases ?? [])].includes(command.id)
    if (isAlias) continue
    const path = command.id.split(":")
    commands[path.join(".")] = describeClass(command, { bin: config.bin, path })
  }
  return manifestResponse({
    framework_version: config.version,
    commands,
    flags: flagEntries(rootFlags),
    exit_codes: rootExitCodes
  })
}

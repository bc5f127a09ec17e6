import type { CommandError } from "@byhand/envelope"
import type { Config } from "@oclif/core"
import {
  type CommandEntry,
  type ExitCodeEntry,
  manifestResponse,
  type ManifestResponse
} from "@byhand/manifest"
import { rootFlags } from "../flags/gate-flags.ts"
import { flagEntries } from "./entry.ts"
import { registeredEntry } from "./registered-entry.ts"

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

/** The manifest of a host, and what is wrong with the declarations of its commands. */
export interface HostManifest {
  readonly manifest: ManifestResponse
  readonly problems: readonly CommandError[]
}

/**
 * The manifest of a host: every command of it and of its plugins, from oclif's cached tables, without loading one.
 *
 * A person-only command whose contract breaks a rule is not registered, so it is left out; `problems` says why.
 *
 * Requirement: REQ-O-041, REQ-C-036.
 */
export function hostManifest(config: Config): HostManifest {
  const commands: Record<string, CommandEntry> = {}
  const problems: CommandError[] = []
  for (const command of config.commands) {
    const isAlias = [...(command.aliases ?? []), ...(command.hiddenAliases ?? [])].includes(command.id)
    if (isAlias) continue
    const path = command.id.split(":")
    const { entry, problem } = registeredEntry(command, { bin: config.bin, path })
    if (problem !== undefined) problems.push(problem)
    if (entry !== undefined) commands[path.join(".")] = entry
  }
  const manifest = manifestResponse({
    framework_version: config.version,
    commands,
    flags: flagEntries(rootFlags),
    exit_codes: rootExitCodes
  })
  return { manifest, problems }
}

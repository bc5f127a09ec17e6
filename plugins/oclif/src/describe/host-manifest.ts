import type { CommandError } from "@byhand/envelope"
import type { Config } from "@oclif/core"
import { type CommandEntry, type FlagEntry, manifestResponse, type ManifestResponse } from "@byhand/manifest"
import { rootFlags } from "../flags/gate-flags.ts"
import { commandsBelow, commandsOnce, type NamedCommand, pathOf } from "./commands-once.ts"
import type { CommandPlace } from "./entry.ts"
import { flagEntries } from "./flag-entries.ts"
import { type RegisteredEntry, registeredEntry } from "./registered-entry.ts"
import { rootExitCodes } from "./root-exits.ts"

/** The manifest of a host, and what is wrong with the declarations of its commands. */
export interface HostManifest {
  readonly manifest: ManifestResponse
  readonly problems: readonly CommandError[]
}

/** What a host is asked for its manifest: oclif's `Config`, or less. */
export type DescribedHost = Pick<Config, "bin" | "version"> & {
  readonly commands: readonly NamedCommand[]
  readonly pjson: { readonly oclif?: { readonly additionalHelpFlags?: readonly string[] } }
}

/**
 * The manifest of a host: every command of it and of its plugins, from oclif's cached tables, without loading one.
 *
 * A person-only command whose contract breaks a rule is not registered, so it is left out; `problems` says why.
 *
 * Requirement: REQ-O-041, REQ-C-036.
 */
export function hostManifest(config: DescribedHost): HostManifest {
  const commands: Record<string, CommandEntry> = {}
  const problems: CommandError[] = []
  for (const { command, place } of placedCommands(config)) {
    const { entry, problem } = registeredEntry(command, place)
    const name = place.path.join(".")
    if (problem !== undefined) problems.push(problem)
    if (entry !== undefined) commands[name] = entry
  }
  const manifest = manifestResponse({
    framework_version: config.version,
    commands,
    flags: { ...flagEntries(rootFlags), help: helpFlag(config) },
    exit_codes: rootExitCodes
  })
  return { manifest, problems }
}

/**
 * The entry of one command, as the host's manifest has it.
 *
 * @param command oclif's cached entry of it, under whichever of its names
 */
export function hostEntry(config: DescribedHost, command: NamedCommand): RegisteredEntry {
  const placed = placedCommands(config)
  const found =
    placed.find((other) => other.command.id === command.id) ??
    placed.find((other) => other.command.aliases === command.aliases)
  return registeredEntry(command, found?.place ?? { bin: config.bin, config, path: pathOf(command.id) })
}

interface PlacedCommand {
  readonly command: NamedCommand
  readonly place: CommandPlace
}

function placedCommands(config: DescribedHost): readonly PlacedCommand[] {
  const named = commandsOnce(config.commands).map((command) => ({ command, path: pathOf(command.id) }))
  const below = commandsBelow(named.map(({ path }) => path.join(".")))
  return named.map(({ command, path }) => {
    const subcommands = below.get(path.join("."))
    const place = { bin: config.bin, config, path, ...(subcommands === undefined ? {} : { subcommands }) }
    return { command, place }
  })
}

function helpFlag({ pjson }: DescribedHost): FlagEntry {
  const short = pjson.oclif?.additionalHelpFlags?.find((flag) => /^-[^-]$/u.test(flag))?.slice(1)
  return {
    type: "boolean",
    required: false,
    description: "Show the help of a command, and do nothing",
    ...(short === undefined ? {} : { short })
  }
}

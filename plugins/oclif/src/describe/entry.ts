import { commandEntry, type CommandContract, type CommandEntry } from "@byhand/manifest"
import type { FlagDefinition } from "../gate/oclif-shape.ts"
import { conditionalRules } from "./conditional-rules.ts"
import { exampleEntries, withCallOf } from "./examples.ts"
import { commandFlagEntries, type FlagHolder } from "./flag-entries.ts"
import { type PositionalHolder, positionalEntries } from "./positional-entries.ts"
import { rendered } from "./text.ts"

/** A command as oclif describes it: a class, or the cached entry of `oclif.manifest.json`. */
export interface DescribedCommand extends FlagHolder, PositionalHolder {
  readonly description?: string
  readonly summary?: string
  readonly aliases?: readonly string[]
  readonly hiddenAliases?: readonly string[]
  readonly examples?: unknown
  readonly pluginName?: string
  /** "person-only" on every class that `personOnly` made, and in what oclif caches of it. */
  readonly guardedAs?: unknown
}

/** Where a command stands in its host. */
export interface CommandPlace {
  readonly bin: string
  /** The host's configuration, where the author's texts name more of it than `config.bin`. */
  readonly config?: object
  /** The words that name the command; none in a CLI of one command. */
  readonly path: readonly string[]
  /** Dot paths of the commands right below it. */
  readonly subcommands?: readonly string[]
}

/**
 * The manifest entry of a command, from its class or from oclif's cache of it (REQ-C-015, REQ-O-041).
 *
 * Root flags and root exits are left out: the manifest lists them once, at its root.
 */
export function describeCommand(
  described: DescribedCommand,
  contract: CommandContract | undefined,
  { bin, config = { bin }, path, subcommands = [] }: CommandPlace
): CommandEntry {
  const { aliases = [], examples = [], summary, description, pluginName } = described
  const { topicSeparator = " " } = config as { readonly topicSeparator?: string }
  const name = path.join(topicSeparator)
  const context = () => ({ config, command: { ...described, id: name } })
  const render = (text: unknown) => rendered(text, context)
  const known = exampleEntries(examples, render, bin)
  const flags: Readonly<Record<string, FlagDefinition>> = { ...described.baseFlags, ...described.flags }
  return commandEntry(contract, {
    description: render(summary ?? description ?? path.join(" ")),
    aliases: aliases.map((alias) => alias.replaceAll(/[: ]/g, ".")),
    flags: commandFlagEntries(described, contract),
    positionals: positionalEntries(described),
    requires: conditionalRules(flags),
    examples: topicSeparator === " " || path.length < 2 ? known : withCallOf(`${bin} ${name}`, known),
    subcommands,
    ...(isBuiltin(pluginName) ? { builtin: true } : {})
  })
}

/** Commands that come with the framework: byhand's own, and those of oclif's plugins. */
export function isBuiltin(pluginName: unknown): boolean {
  return typeof pluginName === "string" && /^@oclif\/plugin-|^@byhand\/oclif$/.test(pluginName)
}

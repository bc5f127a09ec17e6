import type { CachedCommand, HeldConfig } from "../host/held-config.ts"
import type { CommandNames } from "./global-flags.ts"

/** The id that oclif gives the command of a single-command CLI. */
const onlyCommand = "Symbol(SINGLE_COMMAND_CLI)"

/** How the words of a command line name commands in this host, by oclif's own tables: no command class is loaded. */
export function commandNames(config: HeldConfig): CommandNames<CachedCommand> {
  const ids = config.flexibleTaxonomy ? config.getAllCommandIDs() : config.commandIDs
  return {
    command(words) {
      if (config.isSingleCommandCLI) return config.findCommand(onlyCommand)
      return words.length === 0 ? undefined : config.findCommand(words.join(":"))
    },
    isPath(words) {
      if (config.isSingleCommandCLI || (config.topicSeparator !== " " && words.length > 1)) return false
      const path = words.join(":")
      return ids.some((known) => known === path || known.startsWith(`${path}:`))
    }
  }
}

/** A command in oclif's tables, as far as its names go. */
export interface Named {
  readonly id?: string
  readonly aliases?: readonly string[]
  readonly hiddenAliases?: readonly string[]
}

/** Whether a command in oclif's tables is there for an alias: oclif copies it for each. */
export function isAlias({ id = "", aliases = [], hiddenAliases = [] }: Named): boolean {
  return aliases.includes(id) || hiddenAliases.includes(id)
}

/** The command under the name that the manifest lists it by, whichever of its names it was called by. */
export function asListed<T extends Named>(command: T, commands: readonly T[]): T {
  if (!isAlias(command)) return command
  // The copies share the list of the aliases.
  return commands.find((other) => other.aliases === command.aliases && !isAlias(other)) ?? command
}

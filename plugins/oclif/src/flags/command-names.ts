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

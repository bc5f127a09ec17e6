import type { Config } from "@oclif/core"
import type { CommandNames } from "../flags/global-flags.ts"
import type { FlagDefinition } from "../gate/oclif-shape.ts"

/** How the words of a command line name commands in this host, by oclif's own tables: no command class is loaded. */
export function commandNames(config: Config): CommandNames {
  const ids = config.commandIDs
  return {
    command(words) {
      const found = config.isSingleCommandCLI
        ? config.commands[0]
        : words.length === 0
          ? undefined
          : config.findCommand(words.join(":"))
      return found as { flags?: Readonly<Record<string, FlagDefinition>> } | undefined
    },
    isPath(words) {
      if (config.isSingleCommandCLI || (config.topicSeparator !== " " && words.length > 1)) return false
      const path = words.join(":")
      return ids.some((known) => known === path || known.startsWith(`${path}:`))
    }
  }
}

import { declaration } from "@byhand/manifest"
import { contractFlags } from "../flags/contract-flags.ts"
import { rootFlags } from "../flags/gate-flags.ts"
import type { HeldConfig } from "../host/held-config.ts"

/**
 * Puts the flags that a command has without declaring them into oclif's cached table, which its help is made of: those of every
 * command, and those that follow from its contract, also where an author set `baseFlags` without spreading them in. REQ-C-036:
 * the help says what the step is and is not. A flag of the command's own stays what it is.
 */
export function showFlags(config: HeldConfig): void {
  const inPlugins = [...config.plugins.values()].flatMap(({ commands }) => commands)
  // An alias is a copy, in none of the plugins' lists.
  for (const command of new Set([...inPlugins, ...config.commands])) {
    const { contract } = declaration(command)
    const flags = { ...rootFlags, ...(contract === undefined ? {} : contractFlags(contract)) }
    const named = Object.entries(flags).map(([name, flag]) => [name, { ...flag, name }])
    command.flags = { ...Object.fromEntries(named), ...command.flags }
  }
}

import type { Config } from "@oclif/core"
import { declaration } from "@byhand/manifest"
import { gateFlags } from "../flags/gate-flags.ts"
import type { FlagDefinition } from "../gate/oclif-shape.ts"

/**
 * Puts the gate's flags into oclif's cached table, which its help is made of: those that follow from a contract, and all of
 * them where an author set `baseFlags` without spreading them in. REQ-C-036: the help says what the step is and is not.
 */
export function showGateFlags(config: Config): void {
  for (const { commands } of config.plugins.values()) {
    for (const command of commands) {
      const { contract } = declaration(command)
      if (contract?.requires_person !== true) continue
      const named = Object.entries(gateFlags(contract)).map(([name, flag]) => [name, { ...flag, name }])
      const own = command.flags as Record<string, FlagDefinition>
      command.flags = { ...Object.fromEntries(named), ...own } as typeof command.flags
    }
  }
}

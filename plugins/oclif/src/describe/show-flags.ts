import type { HeldConfig } from "../host/held-config.ts"
import { declaration } from "@byhand/manifest"
import { gateFlags } from "../flags/gate-flags.ts"

/**
 * Puts the gate's flags into oclif's cached table, which its help is made of: those that follow from a contract, and all of
 * them where an author set `baseFlags` without spreading them in. REQ-C-036: the help says what the step is and is not.
 */
export function showFlags(config: HeldConfig): void {
  for (const { commands } of config.plugins.values()) {
    for (const command of commands) {
      const { contract } = declaration(command)
      if (contract?.requires_person !== true) continue
      const named = Object.entries(gateFlags(contract)).map(([name, flag]) => [name, { ...flag, name }])
      command.flags = { ...Object.fromEntries(named), ...command.flags }
    }
  }
}

import type { Call } from "./call.ts"
import type { HeldConfig } from "./held-config.ts"

/** Keeps a question out of the way that nobody can answer: which command was meant, where stdout is for a program. */
export function askNothing(config: HeldConfig, { command, json, line }: Call): void {
  if (command !== undefined || !(json || line.globals.nonInteractive)) return
  for (const { name, hooks } of config.plugins.values())
    if (name === "@oclif/plugin-not-found") delete hooks["command_not_found"]
}

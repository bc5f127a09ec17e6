import type { Call } from "./call.ts"
import type { HeldConfig } from "./held-config.ts"

/** Keeps a question out of the way that nobody can answer: which command was meant, where stdout is for a program. */
export function askNothing(config: HeldConfig, { command, json, line }: Call): void {
  if (command !== undefined || !(json || line.globals.nonInteractive)) return
  for (const { name, hooks } of config.plugins.values())
    if (name === "@oclif/plugin-not-found" && hooks["command_not_found"] !== undefined) {
      delete hooks["command_not_found"]
      findNothing(config)
    }
}

/**
 * The plugin that asks would have ended the call as one of no command. Another plugin's hook, which only takes note of it, must not
 * count as an answer in its place.
 */
function findNothing(config: HeldConfig): void {
  const { runHook } = config
  config.runHook = async (event, ...rest) => {
    const result = await runHook.call(config, event, ...rest)
    return event === "command_not_found" ? { ...(result as object), successes: [] } : result
  }
}

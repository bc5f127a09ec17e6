import { CommandError } from "@byhand/envelope"
import { commandExit } from "@byhand/exit-codes"
import { type Config, type Interfaces, ModuleLoader } from "@oclif/core"
import { isHook } from "../hooks/mark.ts"

const packageName = "@byhand/oclif"
/** sysexits' EX_SOFTWARE. */
const internalError = 70
const events = ["init", "prerun"] as const

/**
 * Refuses to start a host in which this package's hooks would not run.
 *
 * oclif goes on without a word when a plugin or a hook does not load, and a command that only declares to be person-only
 * would then run ungated. The plugin counts when the host lists it, or when the host's own hooks name it (a bundled host).
 *
 * @throws CommandError `PLUGIN_MISSING`, exit 70, saying what is missing and what to write
 */
export async function requireHooks(config: Config): Promise<void> {
  const holders = [...config.plugins.values()].filter(
    ({ name, isRoot }) => name === packageName || isRoot === true
  )
  for (const event of events) {
    const found = await Promise.all(holders.map((plugin) => hasHook(plugin, event)))
    if (!found.includes(true))
      throw missing(
        config,
        event,
        holders.some(({ name }) => name === packageName)
      )
  }
}

async function hasHook(plugin: Interfaces.Plugin, event: (typeof events)[number]): Promise<boolean> {
  for (const { target, identifier } of plugin.hooks[event] ?? []) {
    try {
      const module = (await ModuleLoader.load(plugin, target)) as Record<string, unknown>
      if (isHook(event, module[identifier])) return true
    } catch {
      // A hook that does not load is a hook that oclif would skip: it is reported as missing.
    }
  }
  return false
}

function missing(config: Config, event: string, isListed: boolean): CommandError {
  const what = isListed
    ? `The plugin ${packageName} of ${config.bin} is there, but its ${event} hook does not load`
    : `The plugin ${packageName} is not among the plugins of ${config.bin}`
  return new CommandError({
    code: "PLUGIN_MISSING",
    exit: commandExit(internalError),
    message: `${what}, so a person-only command could run unattested. Nothing was run.`,
    suggestion: isListed
      ? `Install ${packageName} again; its files are incomplete`
      : `Add "${packageName}" to dependencies and to oclif.plugins in the package.json of ${config.bin}`
  })
}

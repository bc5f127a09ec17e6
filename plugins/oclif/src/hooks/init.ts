import { failClosed } from "./fail-closed.ts"
import { guardLoading, type LoadableCommand } from "./guard-loading.ts"
import { markHook } from "./mark.ts"

interface InitOptions {
  readonly config: {
    readonly plugins: ReadonlyMap<string, { readonly commands: readonly LoadableCommand[] }>
    readonly commands: readonly LoadableCommand[]
  }
}

/** Before oclif looks for the command: whatever class it will load, a person-only one comes back guarded. */
export default markHook(
  "init",
  failClosed(({ config }: InitOptions) => guardTables(config))
)

/** Guards every way in which the tables of a host load a command class. Harmless when repeated. */
export function guardTables(config: InitOptions["config"]): void {
  for (const { commands } of config.plugins.values()) for (const command of commands) guardLoading(command)
  for (const command of config.commands) guardLoading(command)
}

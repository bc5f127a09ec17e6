import { type FindableCommands, findLostCommands } from "./lost-commands.ts"
import { mayDeclarePerson } from "./may-declare.ts"
import { notLoaded } from "./not-loaded.ts"

/** A command in oclif's tables: cached data, and a way to load the class. */
export interface LoadableCommand {
  readonly id?: string
  load(): Promise<object>
}

/** The tables of a host, as far as loading goes. */
export interface CommandTables extends FindableCommands {
  readonly plugins: ReadonlyMap<string, { readonly commands: readonly LoadableCommand[] }>
  readonly commands: readonly LoadableCommand[]
}

type Load = LoadableCommand["load"] & { [unguarded]?: Load }

// Seen by every copy of this package in the process: a table is guarded once, and `byhand:check` reads what an author wrote.
const unguarded = Symbol.for("@byhand/oclif/unguarded-load")

/** Guards every way in which the tables of a host load a command class. Harmless when repeated. */
export function guardTables(config: CommandTables): void {
  const { plugins, commands } = config
  for (const plugin of plugins.values()) for (const command of plugin.commands) guardLoading(command)
  // An alias is an entry of its own, in none of the plugins' lists.
  for (const command of commands) guardLoading(command)
  findLostCommands(config)
}

/**
 * Makes a command's `load` give back the guarded class when the class, or the cached data, declares a person.
 *
 * What oclif cached may be older than the class, and the class may be newer than the cache: either word counts.
 */
function guardLoading(command: LoadableCommand): void {
  const load = command.load as Load
  if (load[unguarded] !== undefined) return
  const guarded: Load = async () => {
    try {
      const loaded = await load.call(command)
      if (!mayDeclarePerson(command) && !mayDeclarePerson(loaded)) return loaded
      const { guardDeclared } = await import("../gate/guard-declared.ts")
      return guardDeclared(loaded, command)
    } catch (thrown) {
      throw notLoaded(command.id ?? "", thrown)
    }
  }
  guarded[unguarded] = load
  command.load = guarded
}

/** Loads a command's class as its author wrote it, without the guard. For reading it; never for running it. */
export function loadAsWritten(command: LoadableCommand): Promise<object> {
  const load = command.load as Load
  return (load[unguarded] ?? load).call(command)
}

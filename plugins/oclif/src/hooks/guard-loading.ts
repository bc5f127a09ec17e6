import { mayDeclarePerson } from "./may-declare.ts"

/** A command in oclif's tables: cached data, and a way to load the class. */
export interface LoadableCommand {
  load(): Promise<object>
}

const guarded = new WeakSet<() => Promise<object>>()

/**
 * Makes a command's `load` give back the guarded class when the class, or the cached data, declares a person.
 *
 * What oclif cached may be older than the class, and the class may be newer than the cache: either word counts.
 */
export function guardLoading(command: LoadableCommand): void {
  const { load } = command
  if (guarded.has(load)) return
  const guardedLoad = async () => {
    const loaded = await load.call(command)
    if (!mayDeclarePerson(command) && !mayDeclarePerson(loaded)) return loaded
    const { guardDeclared } = await import("../gate/guard-declared.ts")
    return guardDeclared(loaded, command)
  }
  guarded.add(guardedLoad)
  command.load = guardedLoad
}

import { isAlias, type Named } from "../flags/command-names.ts"

/** A command of a host, as far as its names go. */
export interface NamedCommand extends Named {
  readonly id: string
}

/**
 * The commands of a host, each once.
 *
 * oclif lists a command under each alias again. Where another command took its name, the first alias is its name.
 */
export function commandsOnce<T extends NamedCommand>(commands: readonly T[]): readonly T[] {
  const primary = commands.filter((command) => !isAlias(command))
  // oclif copies a command for an alias; the copies share the list of the aliases.
  const listed = new Set(primary.map(({ aliases }) => aliases))
  return [
    ...primary,
    ...commands.filter((command) => {
      if (!isAlias(command) || listed.has(command.aliases)) return false
      listed.add(command.aliases)
      return true
    })
  ]
}

/** The words that name a command: none for the command of a CLI that has only one. */
export function pathOf(id: string): readonly string[] {
  return id === "." || id === "Symbol(SINGLE_COMMAND_CLI)" ? [] : id.split(":")
}

/** For each dot path that is a topic too, the paths of the commands right below it, sorted. */
export function commandsBelow(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const below = new Map<string, string[]>()
  for (const path of paths.toSorted()) {
    const parent = path.slice(0, Math.max(path.lastIndexOf("."), 0))
    if (parent === "") continue
    const siblings = below.get(parent)
    if (siblings === undefined) below.set(parent, [path])
    else siblings.push(path)
  }
  return below
}

import { notLoaded } from "./not-loaded.ts"

interface PluginTables {
  readonly commandIDs?: readonly string[]
  readonly commands: readonly { readonly id?: string }[]
  findCommand?(id: string, options: { must: true }): Promise<unknown>
}

/** The tables of a host, as far as finding a command goes. */
export interface FindableCommands {
  readonly plugins: ReadonlyMap<string, PluginTables>
  findCommand(id: string, options?: { must?: boolean }): object | undefined
}

/** A command that oclif knows of, whose module does not load. */
export interface LostCommand {
  readonly id: string
  /** Why it does not load. */
  why(): Promise<unknown>
}

/** The commands of a host whose modules do not load: without a manifest they are in none of oclif's tables. */
export function lostCommands(plugins: FindableCommands["plugins"]): readonly LostCommand[] {
  return [...plugins.values()].flatMap((plugin) => {
    const known = new Set(plugin.commands.map(({ id }) => id))
    return (plugin.commandIDs ?? [])
      .filter((id) => !known.has(id))
      .map((id) => ({
        id,
        why: async () => plugin.findCommand?.(id, { must: true }).catch((thrown: unknown) => thrown)
      }))
  })
}

// Seen by every copy of this package in the process.
const findsLost = Symbol.for("@byhand/oclif/finds-lost")

/**
 * Lets a host find the commands that are lost to it, so that calling one says why it does not load. oclif would say that
 * there is no such command.
 */
export function findLostCommands(config: FindableCommands): void {
  const find = config.findCommand as FindableCommands["findCommand"] & { [findsLost]?: true }
  if (find[findsLost] === true) return
  const finder = (id: string, options?: { must?: boolean }) =>
    find.call(config, id) ?? lostIn(config, id) ?? find.call(config, id, options)
  config.findCommand = Object.assign(finder, { [findsLost]: true as const })
}

function lostIn({ plugins }: FindableCommands, called: string): object | undefined {
  // With spaces between topics oclif takes the arguments of a command it does not know for a part of its name.
  const lost = lostCommands(plugins).find(({ id }) => called === id || called.startsWith(`${id}:`))
  if (lost === undefined) return undefined
  const load = async () => {
    throw notLoaded(lost.id, await lost.why())
  }
  // Its help is dynamic, so that oclif loads it there too.
  return { id: lost.id, aliases: [], flags: {}, args: {}, hasDynamicHelp: true, load }
}

import type { Config } from "@oclif/core"
import { canonicalJson, type CommandContract, declaration, registrationProblems } from "@byhand/manifest"
import { gateFlags, rootFlags } from "../flags/gate-flags.ts"
import type { FlagDefinition } from "../gate/oclif-shape.ts"
import { loadAsWritten } from "../hooks/guard-loading.ts"
import { lostCommands } from "../hooks/lost-commands.ts"
import { type DescribedCommand, isBuiltin } from "./entry.ts"
import { commandsOnce } from "./commands-once.ts"
import { isKeptFromClients } from "../mcp/tools.ts"
import { positionalEntries } from "./positional-entries.ts"
import { registration } from "./registration.ts"

/** A finding of one command of a host. */
export interface HostProblem {
  /** The command's dot path. */
  readonly command: string
  readonly rule: string
  readonly message: string
  readonly fix: string
}

export interface HostProblems {
  /** Rules that are broken. */
  readonly problems: readonly HostProblem[]
  /** What is allowed, and likely not meant. */
  readonly doubts: readonly HostProblem[]
  /** Dot paths of the commands that declare nothing, those that come with the framework left out. */
  readonly undeclared: readonly string[]
}

/**
 * Reads what every command of a host declares, in its class and in oclif's cache of it.
 *
 * The classes are loaded: a getter or a value that is no JSON has vanished from the cache.
 */
export async function hostProblems(config: Config): Promise<HostProblems> {
  const found = await Promise.all(
    commandsOnce(config.commands).map(async (cached) => {
      const command = cached.id.replaceAll(":", ".")
      try {
        return problemsOf(command, await loadAsWritten(cached as { load(): Promise<object> }), cached)
      } catch (thrown) {
        return { problems: [notLoadable(command, thrown)], doubts: [], undeclared: [] }
      }
    })
  )
  // Without a manifest a command whose module does not load is in none of oclif's tables.
  const lost = await Promise.all(
    lostCommands(config.plugins).map(async ({ id, why }) => notLoadable(id.replaceAll(":", "."), await why()))
  )
  return {
    problems: [...found.flatMap(({ problems }) => problems), ...lost],
    doubts: found.flatMap(({ doubts }) => doubts),
    undeclared: found.flatMap(({ undeclared }) => undeclared).toSorted()
  }
}

function problemsOf(command: string, commandClass: object, cached: object): HostProblems {
  const described = commandClass as DescribedCommand
  const own = { ...described.baseFlags, ...described.flags }
  const { contract, problems } = registration(described)
  const broken = [
    ...problems,
    // How the arguments are described matters to the manifest alone: the command runs all the same.
    ...registrationProblems(contract ?? {}, { positionals: positionalEntries(described) }).filter(
      ({ path }) => path.startsWith("/positionals")
    )
  ]
  return {
    problems: [
      ...broken.map(({ rule, message, fix }) => ({ command, rule, message, fix })),
      ...(problems.length > 0 ? [] : stale(command, contract, cached)),
      ...(isKeptFromClients(described) && !isKeptFromClients(cached) ? [listed(command)] : [])
    ],
    doubts: [
      ...collisions(command, own),
      ...(contract?.requires_person === true ? doubtsOf(command, own, Object.keys(gateFlags(contract))) : [])
    ],
    undeclared:
      contract === undefined && problems.length === 0 && !isBuiltin((cached as DescribedCommand).pluginName)
        ? [command]
        : []
  }
}

function stale(command: string, contract: CommandContract | undefined, cached: object): HostProblem[] {
  if (canonicalJson(declaration(cached).contract ?? null) === canonicalJson(contract ?? null)) return []
  return [
    {
      command,
      rule: "manifest-stale",
      message:
        "The file oclif.manifest.json says something else of the command's contract than its class does.",
      fix: "Run `oclif manifest` again, or delete the file while you develop."
    }
  ]
}

function listed(command: string): HostProblem {
  return {
    command,
    rule: "mcp-listed",
    message:
      "The class keeps the command from MCP clients, and oclif.manifest.json does not: they would get it as a tool.",
    fix: "Correct its declaration if another line says what is wrong with it, then run `oclif manifest` again."
  }
}

function notLoadable(command: string, failure: unknown): HostProblem {
  const why = failure instanceof Error ? failure.message : String(failure)
  return {
    command,
    rule: "command-loads",
    message: `The command's module does not load: ${why}`,
    fix: "Make its file load."
  }
}

function doubtsOf(
  command: string,
  flags: Readonly<Record<string, FlagDefinition>>,
  known: readonly string[]
): HostProblem[] {
  return Object.entries(flags)
    .filter(([name, { required }]) => required === true && !known.includes(name))
    .map(([name]) => ({
      command,
      rule: "person-only-required-option",
      message: `The person-only command requires the option --${name}, which a refusal cannot name when it hands the call to a person.`,
      fix: `Make ${name} a positional argument, or give it a default.`
    }))
}

function collisions(command: string, flags: Readonly<Record<string, FlagDefinition>>): HostProblem[] {
  return Object.entries(rootFlags)
    .filter(([name, { description }]) => flags[name] !== undefined && flags[name].description !== description)
    .map(([name]) => ({
      command,
      rule: "root-flag-collision",
      message: `The command has its own --${name}, which is also a root flag; the command's own wins.`,
      fix: `Rename the command's flag if it means something else.`
    }))
}

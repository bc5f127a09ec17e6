import {
  commandEntry,
  type CommandContract,
  type CommandEntry,
  type FlagEntry,
  type PositionalEntry
} from "@byhand/manifest"
import { gateFlags, rootFlags } from "../flags/gate-flags.ts"
import type { ArgDefinition, FlagDefinition } from "../gate/oclif-shape.ts"

/** A command as oclif describes it: a class, or the cached entry of `oclif.manifest.json`. */
export interface DescribedCommand {
  readonly description?: string
  readonly summary?: string
  readonly aliases?: readonly string[]
  readonly hiddenAliases?: readonly string[]
  readonly examples?: readonly unknown[]
  readonly args?: Readonly<Record<string, ArgDefinition>>
  readonly flags?: Readonly<Record<string, FlagDefinition>>
  readonly baseFlags?: Readonly<Record<string, FlagDefinition>>
  /** "person-only" on every class that `personOnly` made, and in what oclif caches of it. */
  readonly guardedAs?: unknown
}

const rootNames = new Set(Object.keys(rootFlags))

/** One flag of oclif's, in the manifest's words. A default that is computed, or is null, is left out (REQ-O-041). */
export function flagEntry(flag: FlagDefinition): FlagEntry {
  const options = flag.options
  const isPlainDefault = ["string", "number", "boolean"].includes(typeof flag.default)
  return {
    type:
      flag.type === "boolean"
        ? "boolean"
        : flag.multiple === true
          ? "array"
          : options === undefined
            ? "string"
            : "enum",
    required: flag.required === true,
    description: flag.summary ?? flag.description ?? "",
    ...(flag.char === undefined ? {} : { short: flag.char }),
    ...(options === undefined || flag.multiple === true ? {} : { enum_values: [...options] }),
    ...(isPlainDefault ? { default: flag.default as string | number | boolean } : {}),
    ...(flag.env === undefined ? {} : { env_vars: [{ name: flag.env }] })
  }
}

/** The flags of a command, in the manifest's words. */
export function flagEntries(flags: Readonly<Record<string, FlagDefinition>>): Record<string, FlagEntry> {
  return Object.fromEntries(Object.entries(flags).map(([name, flag]) => [name, flagEntry(flag)]))
}

/**
 * The flags that a command's entry lists, those the gate adds included. Root flags stand once at the manifest's root, and
 * hidden ones are nobody's business.
 */
export function commandFlagEntries(
  { baseFlags, flags }: Pick<DescribedCommand, "baseFlags" | "flags">,
  contract: CommandContract | undefined
): Record<string, FlagEntry> {
  const all = { ...(contract?.requires_person === true ? gateFlags(contract) : {}), ...baseFlags, ...flags }
  const local = Object.entries(all).filter(([name, flag]) => flag.hidden !== true && !rootNames.has(name))
  return flagEntries(Object.fromEntries(local))
}

/** The positionals of a command, in call order. oclif's camelCase names become kebab-case here and nowhere else. */
export function positionalEntries(args: Readonly<Record<string, ArgDefinition>>): PositionalEntry[] {
  return Object.entries(args).map(([name, arg]) => ({
    name: name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase(),
    type: arg.options === undefined ? "string" : "enum",
    required: arg.required === true,
    description: arg.description ?? "",
    ...(arg.options === undefined ? {} : { enum_values: [...arg.options] }),
    ...(arg.multiple === true ? { variadic: true } : {})
  }))
}

/** Where a command stands in its host. */
export interface CommandPlace {
  readonly bin: string
  readonly path: readonly string[]
}

/**
 * The manifest entry of a command, from its class or from oclif's cache of it (REQ-C-015, REQ-O-041).
 *
 * Root flags are left out: the manifest lists them once, at its root.
 */
export function describeCommand(
  described: DescribedCommand,
  contract: CommandContract | undefined,
  { bin, path }: CommandPlace
): CommandEntry {
  const aliases = described.aliases ?? []
  const examples = exampleEntries(described.examples ?? [], (text) => rendered(text, bin, path))
  return commandEntry(contract, {
    description: described.summary ?? described.description ?? path.join(" "),
    flags: commandFlagEntries(described, contract),
    positionals: positionalEntries(described.args ?? {}),
    ...(aliases.length === 0 ? {} : { aliases: aliases.map((alias) => alias.replaceAll(/[: ]/g, ".")) }),
    ...(examples.length === 0 ? {} : { examples })
  })
}

function exampleEntries(
  examples: readonly unknown[],
  render: (text: string) => string
): { description: string; command: string }[] {
  return examples.flatMap((example) => {
    if (typeof example === "string") return [{ description: "", command: render(example) }]
    const { description, command } = example as { description?: unknown; command?: unknown }
    if (typeof command !== "string") return []
    return [
      { description: typeof description === "string" ? render(description) : "", command: render(command) }
    ]
  })
}

// oclif's help fills these two in; an agent gets a command it can run.
function rendered(text: string, bin: string, path: readonly string[]): string {
  return text.replaceAll(/<%= *config\.bin *%>/g, bin).replaceAll(/<%= *command\.id *%>/g, path.join(" "))
}

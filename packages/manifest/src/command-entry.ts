import type { CommandContract, FlagEntry, PositionalEntry } from "./contract.ts"
import { mostDeclaredValues, plainJson } from "./plain-json.ts"

/**
 * One command in a manifest.
 *
 * Requirement: REQ-O-041
 */
export interface CommandEntry extends CommandContract {
  readonly description: string
  readonly aliases?: readonly string[]
  /** Flags of this command alone, by long name. */
  readonly flags: Readonly<Record<string, FlagEntry>>
  /** Positional arguments, in call order. */
  readonly positionals?: readonly PositionalEntry[]
  readonly examples?: readonly { readonly description: string; readonly command: string }[]
  readonly subcommands?: readonly string[]
}

/**
 * What a framework knows of a command without its contract.
 *
 * Requirement: REQ-O-041
 */
export type CommandShape = Pick<
  CommandEntry,
  "description" | "aliases" | "flags" | "requires" | "examples" | "subcommands" | "builtin"
> & { readonly positionals: readonly PositionalEntry[] }

/**
 * What is assumed of a command that declares nothing: it changes something. What a failed call may have changed, the root of
 * the manifest says for all.
 */
const undeclared: CommandContract = {
  danger_level: "mutating",
  required_scopes: [],
  exit_codes: {
    "0": { name: "SUCCESS", description: "The command is done", retryable: false, side_effects: "complete" }
  }
}

/**
 * Builds a command's manifest entry from its contract and its shape.
 *
 * @param contract a contract without `registrationProblems`; undefined when the command declares none, and the entry then assumes
 *   the worst that needs no declaration: `danger_level: "mutating"`, and no exit but 0 and those of the manifest's root
 * @param shape what the framework knows: description, flags, positionals, …; empty lists are left out, except `positionals`
 * @returns the entry, frozen all the way down where it is plain JSON; it validates against the manifest schema when the contract and
 *   the shape have no problems. Never throws.
 *
 * Requirement: REQ-O-041
 *
 * @example
 * ```ts
 * import { commandEntry } from "@byhand/manifest"
 *
 * console.log(commandEntry(undefined, { description: "List the decisions", flags: {}, positionals: [] }).danger_level) // mutating
 * ```
 */
export function commandEntry(contract: CommandContract | undefined, shape: CommandShape): CommandEntry {
  const { exit_codes, requires: declaredRules = [], ...declared } = contract ?? undeclared
  const { description, aliases = [], flags, positionals, examples = [], subcommands = [], builtin } = shape
  const requires = [...(Array.isArray(declaredRules) ? declaredRules : []), ...(shape.requires ?? [])]
  const entry: CommandEntry = {
    description,
    ...(aliases.length === 0 ? {} : { aliases }),
    ...declared,
    flags,
    positionals,
    exit_codes,
    ...(requires.length === 0 ? {} : { requires }),
    ...(examples.length === 0 ? {} : { examples }),
    ...(subcommands.length === 0 ? {} : { subcommands }),
    ...(builtin === undefined ? {} : { builtin })
  }
  // A copy is known to whoever reads it again, so that each value of a manifest is read once.
  return (plainJson(entry, mostDeclaredValues).value as object as CommandEntry | undefined) ?? entry
}

import type { CommandContract, FlagEntry } from "@byhand/manifest"
import { contractFlags } from "../flags/contract-flags.ts"
import { rootFlags } from "../flags/gate-flags.ts"
import type { FlagDefinition } from "../gate/oclif-shape.ts"
import { needsInWords } from "./conditional-rules.ts"
import { textOf } from "./text.ts"

type Flags = Readonly<Record<string, FlagDefinition>>

/** The part of a command that its flags are read from. */
export interface FlagHolder {
  readonly flags?: Flags
  readonly baseFlags?: Flags
}

/** One flag of oclif's, in the manifest's words. A default that is computed, or is null, is left out (REQ-O-041). */
export function flagEntry(flag: FlagDefinition): FlagEntry {
  const { type, choices } = kindOf(flag)
  const standard: unknown = flag.default
  return {
    type,
    required: flag.required === true,
    description: [textOf(flag.summary ?? flag.description), needsInWords(flag)].filter(Boolean).join(" "),
    ...(typeof flag.char === "string" && [...flag.char].length === 1 ? { short: flag.char } : {}),
    ...(choices === undefined ? {} : { enum_values: choices }),
    ...(isOfKind(standard, { type, choices }) ? { default: standard } : {}),
    ...(flag.env !== undefined && /^[A-Za-z_][A-Za-z0-9_]*$/.test(flag.env)
      ? { env_vars: [{ name: String(flag.env) }] }
      : {})
  }
}

/** The flags of a command, in the manifest's words. A boolean that can be turned off has a second name for that. */
export function flagEntries(flags: Flags): Record<string, FlagEntry> {
  const entries: Record<string, FlagEntry> = {}
  for (const [name, flag] of Object.entries(flags)) {
    entries[name] = flagEntry(flag)
    const off = `no-${name}`
    if (flag.type === "boolean" && flag.allowNo === true && flags[off] === undefined)
      entries[off] = { type: "boolean", required: false, description: `Turn --${name} off` }
  }
  return entries
}

/**
 * The flags that a command's entry lists, those the gate adds included. Root flags stand once at the manifest's root, and
 * hidden ones are nobody's business. A flag of the command's own that has the name of a root flag is listed: it wins there.
 */
export function commandFlagEntries(
  holder: FlagHolder,
  contract: CommandContract | undefined
): Record<string, FlagEntry> {
  const all = allFlags(holder, contract)
  const local = Object.entries(all).filter(([name, flag]) => flag.hidden !== true && !isRoot(name, flag))
  return flagEntries(Object.fromEntries(local))
}

/** Of the flags that a command's entry lists, those that have no root flag's name. */
export function ownFlagEntries(
  entries: Readonly<Record<string, FlagEntry>>
): Readonly<Record<string, FlagEntry>> {
  if (!Object.keys(entries).some((name) => rootNames.has(name))) return entries
  return Object.fromEntries(Object.entries(entries).filter(([name]) => !rootNames.has(name)))
}

const rootNames: ReadonlySet<string> = new Set([...Object.keys(rootFlags), "help"])

function allFlags({ baseFlags, flags }: FlagHolder, contract: CommandContract | undefined): Flags {
  return { ...(contract === undefined ? {} : contractFlags(contract)), ...baseFlags, ...flags }
}

/** Whether a flag is a root flag, or what oclif cached of one: the cache keeps the words, not the object. */
function isRoot(name: string, flag: FlagDefinition): boolean {
  if (name === "help") return flag.type === "boolean"
  const root = (rootFlags as Flags)[name]
  return root !== undefined && root.type === flag.type && root.description === flag.description
}

/** What a flag takes. */
interface Kind {
  readonly type: FlagEntry["type"]
  readonly choices: readonly (string | number)[] | undefined
}

/**
 * What a flag takes, as far as oclif's cache tells: of a parser it keeps nothing. A number for a default is what is left of
 * `Flags.integer`; a call with a whole number is right for any other flag of numbers, too.
 */
function kindOf({ type, multiple, options, default: standard }: FlagDefinition): Kind {
  const choices = options?.map(String)
  if (type === "boolean") return { type, choices: undefined }
  if (multiple === true) return { type: "array", choices }
  const isNumber = Number.isFinite(standard)
  if (choices === undefined)
    return { type: !isNumber ? "string" : Number.isInteger(standard) ? "integer" : "number", choices }
  return isNumber && choices.every((choice) => /^(0|-?[1-9]\d{0,14})$/.test(choice))
    ? { type: "integer", choices: choices.map(Number) }
    : { type: "enum", choices }
}

/** Whether a default is what its flag takes: one of another kind is a text for people, or a mistake, and no call can give it. */
function isOfKind(value: unknown, { type, choices }: Kind): value is string | number | boolean {
  if (type === "array") return false
  if (choices !== undefined) return (choices as readonly unknown[]).includes(value)
  if (type === "boolean") return typeof value === "boolean"
  return type === "string"
    ? typeof value === "string" && textOf(value) === value
    : typeof value === "number" && Number.isFinite(value)
}

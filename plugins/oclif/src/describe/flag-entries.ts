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
  const type = typeOf(flag)
  const choices = flag.options?.map(String)
  return {
    type,
    required: flag.required === true,
    description: [textOf(flag.summary ?? flag.description), needsInWords(flag)].filter(Boolean).join(" "),
    ...(typeof flag.char === "string" && [...flag.char].length === 1 ? { short: flag.char } : {}),
    ...(choices === undefined || type === "boolean" ? {} : { enum_values: choices }),
    ...(isPlain(flag.default) ? { default: flag.default } : {}),
    ...(/^[A-Za-z_][A-Za-z0-9_]*$/.test(flag.env ?? "") ? { env_vars: [{ name: String(flag.env) }] } : {})
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

/** The flags of a command that have no root flag's name. */
export function ownFlagEntries(
  holder: FlagHolder,
  contract: CommandContract | undefined
): Record<string, FlagEntry> {
  const entries = commandFlagEntries(holder, contract)
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

function typeOf({ type, multiple, options }: FlagDefinition): FlagEntry["type"] {
  if (type === "boolean") return "boolean"
  if (multiple === true) return "array"
  return options === undefined ? "string" : "enum"
}

function isPlain(value: unknown): value is string | number | boolean {
  return (
    typeof value === "boolean" ||
    Number.isFinite(value) ||
    (typeof value === "string" && textOf(value) === value)
  )
}

import type { JsonObject } from "@byhand/envelope"
import type { CommandEntry, FlagEntry, PositionalEntry } from "@byhand/manifest"

/** One input of a tool: a flag or a positional argument of its command. */
export type Input =
  | {
      readonly kind: "flag"
      readonly name: string
      readonly entry: FlagEntry
      readonly off: string | undefined
    }
  | { readonly kind: "positional"; readonly name: string; readonly entry: PositionalEntry }

/** The inputs of a tool by the names that a client gives them, positionals first and in call order. */
export type Inputs = ReadonlyMap<string, Input>

/**
 * What a client may give to a command's tool. A positional keeps its name, and a flag of the same name gets two dashes before
 * it. A boolean that can be turned off is one input: false turns it off.
 */
export function inputsOf({ flags, positionals = [] }: CommandEntry): Inputs {
  const inputs = new Map<string, Input>()
  for (const entry of positionals) inputs.set(entry.name, { kind: "positional", name: entry.name, entry })
  for (const [name, entry] of Object.entries(flags)) {
    if (isOffOf(name, flags)) continue
    const off = flags[`no-${name}`] === undefined ? undefined : `no-${name}`
    inputs.set(inputs.has(name) ? `--${name}` : name, { kind: "flag", name, entry, off })
  }
  return inputs
}

function isOffOf(name: string, flags: CommandEntry["flags"]): boolean {
  return name.startsWith("no-") && flags[name]?.type === "boolean" && flags[name.slice(3)]?.type === "boolean"
}

/** The JSON Schema of what a client may give (REQ-C-015). */
export function inputSchema(inputs: Inputs): JsonObject & { readonly type: "object" } {
  const required = [...inputs].filter(([, { entry }]) => entry.required).map(([name]) => name)
  return {
    type: "object",
    properties: Object.fromEntries([...inputs].map(([name, input]) => [name, propertyOf(input)])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false
  }
}

function propertyOf({ kind, entry }: Input): JsonObject {
  const text = entry.description === "" ? {} : { description: entry.description }
  const item = {
    type: itemType(entry.type),
    ...(choicesOf(entry) === undefined ? {} : { enum: choicesOf(entry)! })
  }
  if (kind === "positional")
    return entry.variadic === true ? { type: "array", items: item, ...text } : { ...item, ...text }
  const fallback = entry.default === undefined ? {} : { default: entry.default }
  if (entry.type === "array")
    return { type: "array", items: entry.schema?.["items"] ?? item, ...text, ...fallback }
  if (entry.type === "object") return { type: "object", ...entry.schema, ...text, ...fallback }
  return { ...item, ...text, ...fallback, ...(entry.pattern === undefined ? {} : { pattern: entry.pattern }) }
}

function itemType(type: FlagEntry["type"]): string {
  return type === "enum" || type === "array" ? "string" : type
}

/** The values that an input may have, where there are only some. */
export function choicesOf({
  enum_values
}: FlagEntry | PositionalEntry): readonly (string | number)[] | undefined {
  return enum_values === undefined || enum_values.length === 0 ? undefined : enum_values
}

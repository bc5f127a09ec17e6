import type { PositionalEntry } from "@byhand/manifest"
import type { ArgDefinition } from "../gate/oclif-shape.ts"
import { textOf } from "./text.ts"

/** The part of a command that its positionals are read from. */
export interface PositionalHolder {
  readonly args?: Readonly<Record<string, ArgDefinition>>
  /** False where oclif takes any number of arguments behind the declared ones. */
  readonly strict?: boolean
}

/**
 * The positionals of a command, in call order. oclif's camelCase names become kebab-case here and nowhere else, and what an
 * unstrict command takes beyond its arguments is one more of any number.
 */
export function positionalEntries({ args = {}, strict }: PositionalHolder): PositionalEntry[] {
  const names = new Set<string>()
  const entries = Object.entries(args).map(([name, arg]): PositionalEntry => ({
    name: unused(kebab(name), names),
    type: arg.options === undefined ? "string" : "enum",
    required: arg.required === true,
    description: textOf(arg.description),
    ...(arg.options === undefined ? {} : { enum_values: arg.options.map(String) }),
    ...(arg.multiple === true ? { variadic: true } : {})
  }))
  if (strict !== false || entries.at(-1)?.variadic === true) return entries
  const description = "Further arguments, which the command takes as they are"
  return [
    ...entries,
    { name: unused("arguments", names), type: "string", required: false, description, variadic: true }
  ]
}

function kebab(name: string): string {
  if (/^[a-z][a-z0-9_-]*$/.test(name)) return name
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase()
  return words.replaceAll(/[^a-z0-9_-]/g, "-").replace(/^[^a-z]+/, "") || "argument"
}

function unused(name: string, names: Set<string>): string {
  let free = name
  for (let count = 2; names.has(free); count += 1) free = `${name}-${count}`
  names.add(free)
  return free
}

import type { FlagDefinition } from "../gate/oclif-shape.ts"
import { rootFlags } from "./gate-flags.ts"
import { formats, globalFlagAliases, globalFlagNames, isFormat } from "./names.ts"

/** What the command line says that holds for any command. */
export interface GlobalFlags {
  readonly format?: string
  readonly nonInteractive: boolean
  readonly schema: boolean
  readonly outputSchema: boolean
}

/** A global flag as it stands on a line, with its value. */
export interface GlobalToken {
  readonly name: string
  readonly tokens: readonly string[]
  readonly value: string | undefined
}

type Declared = Readonly<Record<string, FlagDefinition>>

/** The name of the global flag that a word gives, if it gives one. */
export function globalName(token: string): string | undefined {
  if (!token.startsWith("--")) return undefined
  const name = token.slice(2).split("=", 1)[0] ?? ""
  const known = Object.hasOwn(globalFlagAliases, name) ? globalFlagAliases[name] : name
  return globalFlagNames.find((global) => global === known)
}

/** The global flag of this name at a place of the line. */
export function readGlobal(name: string, args: readonly string[], at: number): GlobalToken {
  const token = args[at] as string
  if (name !== "format") return { name, tokens: [token], value: undefined }
  if (token.includes("=")) return { name, tokens: [token], value: token.slice(token.indexOf("=") + 1) }
  const next = args[at + 1]
  return next === undefined
    ? { name, tokens: [token], value: undefined }
    : { name, tokens: [token, next], value: next }
}

/**
 * Whether a command's own flag of a global one's name is left to the command alone: it means something else.
 *
 * Its own `--format` is read where the value means the same, and its own `--non-interactive` when it is a switch. Its own
 * `--schema` may be anything, unless it is the global flag that a command lists itself.
 */
export function isItsOwn(name: string, declared: Declared): boolean {
  const own = declared[name]
  if (own === undefined || name === "format") return false
  if (own.type !== "boolean") return true
  return name !== "non-interactive" && own.description !== (rootFlags as Declared)[name]?.description
}

/** What the global flags of a line say, and what is wrong with one of them. */
export function judgeGlobals(
  found: readonly GlobalToken[],
  declared: Declared
): { readonly globals: GlobalFlags; readonly problem?: string } {
  const own = declared["format"]?.options
  const given = found
    .filter(({ name, value }) => name === "format" && own?.includes(value ?? "") !== false)
    .map(({ value }) => value)
  // A command's own --format may know other values; the ones that mean the same are read here too.
  const wrong = declared["format"] === undefined ? given.filter((value) => !isFormat(value)) : []
  const known = [...new Set(given.filter(isFormat))]
  const problem =
    wrong.length > 0
      ? formatProblem(wrong[0])
      : known.length > 1
        ? `--format is given as ${known.join(" and as ")}. Give it once.`
        : undefined
  const has = (flag: string) => found.some(({ name }) => name === flag)
  return {
    globals: {
      nonInteractive: has("non-interactive"),
      schema: has("schema"),
      outputSchema: has("output-schema"),
      ...(known[0] === undefined ? {} : { format: known[0] })
    },
    ...(problem === undefined ? {} : { problem })
  }
}

function formatProblem(value: string | undefined): string {
  const values = `${formats.slice(0, -1).join(", ")} or ${formats.at(-1)}`
  return value === undefined
    ? `--format is the last word of the command line and has no value. Expected --format ${values}.`
    : `--format ${value} is not an output format of this tool. Expected --format ${values}.`
}

import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { type CommandNames, hoistGlobalFlags, isJsonMode } from "@byhand/oclif/command-line"

/** The folder of the program. */
export const root = fileURLToPath(new URL("..", import.meta.url))

/** A command line whose command keeps the run contract. */
export interface RunCall {
  /** As oclif is to get it. */
  readonly argv: readonly string[]
  readonly nonInteractive: boolean
  /** Whether stdout carries the envelope. */
  readonly json: boolean
  /** What is wrong with a flag of every command, as a sentence. */
  readonly problem: string | undefined
}

type Cached = NonNullable<ReturnType<CommandNames["command"]>> & { readonly exitTable?: unknown }

/**
 * Reads a command line as far as it has to be known before oclif is loaded: which exit table it is answered from.
 *
 * @returns undefined when it is an ordinary command, or asks for help or for a schema
 */
export function readCall(args: readonly string[]): RunCall | undefined {
  const names = commandNames()
  const { words, argv, globals, problem } = hoistGlobalFlags(args, names)
  if ((names.command(words) as Cached | undefined)?.exitTable !== "run") return undefined
  const { format, nonInteractive, schema } = globals
  if (problem === undefined && (schema || asksForHelp(argv))) return undefined
  return { argv, nonInteractive, json: isJsonMode({ format, bin: "steward" }), problem }
}

/** The commands, from the manifest that the build has written: no command is loaded. */
function commandNames(): CommandNames {
  const text = readFileSync(new URL("../oclif.manifest.json", import.meta.url), "utf8")
  const { commands } = JSON.parse(text) as { commands: Readonly<Record<string, Cached>> }
  const named = (words: readonly string[]) =>
    Object.hasOwn(commands, words.join(":")) ? commands[words.join(":")] : undefined
  return { command: named, isPath: (words) => named(words) !== undefined }
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--")
  return (end === -1 ? argv : argv.slice(0, end)).includes("--help")
}

import type { CommandContract } from "@byhand/manifest"
import { contractFlags } from "../flags/contract-flags.ts"
import type { ArgDefinition, FlagDefinition, ParsedCommandLine, ParseOptions } from "./oclif-shape.ts"

export type Parse = (options?: unknown, argv?: string[]) => Promise<ParsedCommandLine>

/** A command line that is parsed once: what the person approves is what the handler gets. */
export interface ParsedOnce {
  /** The command line, as the command's own class describes it. */
  line(): Promise<ParsedCommandLine>
  /** Stands in for the instance's `parse`. */
  readonly parse: Parse
}

/**
 * Parses a command's own line once, with the flags of its contract, and without reading a byte of stdin unless it may.
 *
 * oclif's own `parse(this.ctor)` would lose inherited `args`, would refuse `--yes` on a command whose author set
 * `baseFlags`, and would take a missing argument from a pipe. A call that parses another line, or that describes this
 * line differently, still reaches oclif's parser, with the gate's flags understood.
 */
export function parseOnce(
  command: { argv: string[] },
  commandClass: ParseOptions,
  contract: Partial<CommandContract>,
  original: Parse,
  { readsStdin = false }: { readonly readsStdin?: boolean } = {}
): ParsedOnce {
  let parsed: Promise<ParsedCommandLine> | undefined
  const own = readsStdin ? asTheyAre : withoutStdin
  const understood = (options: ParseOptions): ParseOptions => ({
    ...options,
    args: own(options.args),
    flags: own(options.flags),
    baseFlags: own({ ...contractFlags(contract), ...options.baseFlags })
  })
  const line = () =>
    (parsed ??= original.call(
      command,
      understood({
        args: commandClass.args ?? {},
        flags: commandClass.flags ?? {},
        baseFlags: commandClass.baseFlags ?? {},
        strict: commandClass.strict ?? true,
        enableJsonFlag: commandClass.enableJsonFlag ?? false,
        ...(commandClass["--"] === undefined ? {} : { "--": commandClass["--"] }),
        ...(commandClass.constraints === undefined ? {} : { constraints: commandClass.constraints })
      })
    ))
  return {
    line,
    parse(options, argv) {
      const ownLine = argv === undefined || argv === command.argv
      if (ownLine && describesOwnLine(options, commandClass)) return line()
      return original.call(
        command,
        understood((options ?? commandClass) as ParseOptions),
        argv ?? command.argv
      )
    }
  }
}

/** Whether these options are the command's own description: its class, a class it extends, or the same args and flags spelled out. */
function describesOwnLine(options: unknown, commandClass: ParseOptions): boolean {
  if (options === undefined || options === commandClass) return true
  if (typeof options === "function") return Object.prototype.isPrototypeOf.call(options, commandClass)
  const { args = commandClass.args, flags = commandClass.flags } = options as ParseOptions
  return args === commandClass.args && flags === commandClass.flags
}

function asTheyAre<T>(definitions: Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> {
  return definitions ?? {}
}

// Piped bytes are never an answer, nor a part of what is approved: they stay where they are.
function withoutStdin<T extends ArgDefinition | FlagDefinition>(
  definitions: Readonly<Record<string, T>> | undefined
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    Object.entries(definitions ?? {}).map(([name, definition]) => [
      name,
      { ...definition, ignoreStdin: true, allowStdin: false }
    ])
  )
}

import type { FlagDefinition } from "../gate/oclif-shape.ts"
import {
  type GlobalFlags,
  globalName,
  type GlobalToken,
  isItsOwn,
  judgeGlobals,
  readGlobal
} from "./global-tokens.ts"

export type { GlobalFlags } from "./global-tokens.ts"

interface FoundCommand {
  readonly flags?: Readonly<Record<string, FlagDefinition>>
}

/** How the words of a command line name commands in one host. */
export interface CommandNames<C extends FoundCommand = FoundCommand> {
  /** The command these path words name, if they name one. */
  command(words: readonly string[]): C | undefined
  /** Whether these words begin the path of a command or a topic. */
  isPath(words: readonly string[]): boolean
}

/** A command line whose global flags were taken to where oclif reads them. */
export interface HoistedCommandLine {
  /** The words that name the command. */
  readonly words: readonly string[]
  /** The command line as oclif gets it. */
  readonly argv: readonly string[]
  /** A global flag stands before, among or right behind the words that name the command, where oclif looks for its name. */
  readonly isEarly: boolean
  /** The tokens of the global flags that were taken out. */
  readonly taken: readonly string[]
  readonly globals: GlobalFlags
  /** What is wrong with a global flag: a sentence, or undefined. */
  readonly problem?: string
}

/** Whether this token makes the next one its value: `--region eu`, `-r eu`, and not `--region=eu` or `-reu`. */
function takesNextToken(token: string, flags: Readonly<Record<string, FlagDefinition>>): boolean {
  const longName = /^--([^=]+)$/.exec(token)?.[1]
  const shortName = /^-([^-])$/.exec(token)?.[1]
  return Object.entries(flags).some(
    ([name, flag]) =>
      flag.type === "option" &&
      (longName === undefined
        ? shortName !== undefined && (flag.char === shortName || flag.charAliases?.includes(shortName))
        : name === longName || flag.aliases?.includes(longName))
  )
}

/**
 * Reads the global flags from anywhere on a command line, and takes them out where the host would trip over them.
 *
 * oclif finds the command by its first words, so a flag before or between them makes it miss the command; and a
 * command that never heard of `--format` refuses it. A flag that the command declares itself stays where it is, for the
 * command's own parser, and is read all the same. An early `--yes` is moved behind the path. Nothing after `--` is looked at, nor a token that is the value of
 * another option.
 *
 * @param args - the words behind the program's name
 * @param names - how words name commands in this host
 * @returns the words that name the command, the line as oclif is to get it, the flags, and what is wrong with one of them.
 * It never throws.
 *
 * Requirement: REQ-F-067, REQ-F-079, REQ-O-001.
 *
 * @example
 * ```ts
 * import { hoistGlobalFlags } from "@byhand/oclif/command-line"
 * const names = { command: () => ({}), isPath: (words: readonly string[]) => words[0] === "run" }
 * const { words, argv, globals } = hoistGlobalFlags(["--format", "json", "run", "--fast"], names)
 * console.log(words, argv, globals.format) // [ 'run' ] [ 'run', '--fast' ] json
 * ```
 */
export function hoistGlobalFlags(args: readonly string[], names: CommandNames): HoistedCommandLine {
  const words: string[] = []
  const rest: string[] = []
  const early: GlobalToken[] = []
  const found: GlobalToken[] = []
  const taken: string[] = []
  let isYesEarly = false
  let at = 0

  // The words of the path, with whatever global flags stand before and between them.
  for (; at < args.length; at += 1) {
    const token = args[at] as string
    const name = globalName(token)
    if (name !== undefined) {
      const global = readGlobal(name, args, at)
      early.push(global)
      at += global.tokens.length - 1
    } else if (token === "--yes") isYesEarly = true
    else if (token !== "--" && !token.startsWith("-") && names.isPath([...words, token])) words.push(token)
    else break
  }

  const declared = names.command(words)?.flags ?? {}
  const keep = (global: GlobalToken) => {
    if (!isItsOwn(global.name, declared)) found.push(global)
    const to = declared[global.name] === undefined ? taken : rest
    to.push(...global.tokens)
  }
  early.forEach(keep)
  // Whether the command has such a flag is its own parser's to say.
  if (isYesEarly) rest.push("--yes")
  for (; at < args.length; at += 1) {
    const token = args[at] as string
    if (token === "--") {
      rest.push(...args.slice(at))
      break
    }
    const name = globalName(token)
    if (name === undefined || isItsOwn(name, declared)) {
      rest.push(token)
      if (takesNextToken(token, declared) && at + 1 < args.length) {
        at += 1
        rest.push(args[at] as string)
      }
      continue
    }
    const global = readGlobal(name, args, at)
    at += global.tokens.length - 1
    keep(global)
  }
  const isEarly = isYesEarly || early.length > 0
  return { words, argv: [...words, ...rest], isEarly, taken, ...judgeGlobals(found, declared) }
}

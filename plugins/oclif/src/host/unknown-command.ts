import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { Call } from "./call.ts"
import { closest } from "./closest.ts"
import type { CachedCommand, HeldConfig } from "./held-config.ts"

/** The longest name of a command that an error repeats, in words. */
const mostWords = 8

/**
 * The error of a line that names no command and no topic, with the command that was likely meant.
 *
 * @returns undefined when the line holds nothing but words that name something
 *
 * Requirement: REQ-F-002, REQ-C-013.
 */
export function unknownCommand(config: HeldConfig, { line }: Call): CommandError | undefined {
  const named = [...line.words, ...plainWords(line.argv.slice(line.words.length))]
  if (named.length === line.words.length) return undefined
  const meant = likelyMeant(config, named, line.words)
  return new CommandError({
    code: "UNKNOWN_COMMAND",
    exit: CommandExit.ARG_ERROR,
    message: `${named.join(" ")} is not a command of this tool.`,
    phase: "validation",
    suggestion: meant === undefined ? undefined : `Did you mean \`${config.bin} ${meant}\`?`,
    fixRequired: "Name a command that the manifest or the help lists"
  })
}

/** What was thrown, or the error of an unknown command where that is all it says: by oclif, or by a plugin that looked further. */
export function explained(config: HeldConfig, call: Call, thrown: unknown): unknown {
  const { message, oclif } = Object(thrown) as {
    readonly message?: unknown
    readonly oclif?: { readonly exit?: number }
  }
  const isUnknown =
    (typeof message === "string" && /^command .+ not found\.?$/is.test(message)) ||
    (call.command === undefined && oclif?.exit === 127)
  return (isUnknown ? unknownCommand(config, call) : undefined) ?? thrown
}

function plainWords(rest: readonly string[]): readonly string[] {
  const end = rest.findIndex((word) => word.startsWith("-"))
  return rest.slice(0, end === -1 ? mostWords : Math.min(end, mostWords))
}

function likelyMeant(
  config: HeldConfig,
  named: readonly string[],
  known: readonly string[]
): string | undefined {
  const separator = config.topicSeparator
  const names = visible(config.commands).map((id) => id.replaceAll(":", separator))
  // oclif takes a word behind a command without arguments for a part of the command's name.
  const whole = known.join(separator)
  if (names.includes(whole)) return whole
  const words = named.join(separator).split(separator)
  // A name is compared with as many words as it has: what follows may be its arguments.
  const lengths = [...new Set(names.map((name) => name.split(separator).length))].toSorted((a, b) => b - a)
  for (const length of lengths.filter((count) => count <= words.length)) {
    const meant = closest(
      words.slice(0, length).join(separator),
      names.filter((name) => name.split(separator).length === length)
    )
    if (meant !== undefined) return meant
  }
  return undefined
}

function visible(commands: readonly (CachedCommand & { readonly hidden?: boolean })[]): readonly string[] {
  return commands.flatMap(({ id, hidden }) => (id === undefined || hidden === true ? [] : [id]))
}

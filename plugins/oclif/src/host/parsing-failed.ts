import { typedError } from "@byhand/envelope"
import { noteParseProblems, parseProblemsOf } from "../output/parse-problems.ts"
import { type Parse, type ParsedClass, problemsOfLine } from "./problems-of-line.ts"

/** The line that did not parse. */
interface Line {
  readonly described: unknown
  readonly argv: unknown
  /** Everything that is wrong with it is wanted, not only what the parser stopped at. */
  readonly all: boolean
  /** Something may have been done before. */
  readonly isLate: boolean
}

/**
 * What is to be thrown in place of what a command's own parsing threw: the same error, with a note of what is wrong with the
 * line. An author's `CommandError` is kept as it is.
 */
export async function parsingFailed(
  command: object,
  parse: Parse,
  { described, argv, all, isLate }: Line,
  thrown: unknown
): Promise<unknown> {
  if (typedError(thrown) !== undefined || parseProblemsOf(thrown) !== undefined) return thrown
  const error = thrown instanceof Error ? thrown : new Error(String(thrown), { cause: thrown })
  if (isLate) {
    noteParseProblems(error, { errors: [], isLate })
    return error
  }
  const words = (argv ?? (command as { argv?: unknown }).argv ?? []) as readonly string[]
  const parseAgain = all ? parse.bind(command) : () => Promise.reject(error)
  noteParseProblems(error, await problemsOfLine(described as ParsedClass, words, parseAgain))
  return error
}

import type { FieldError } from "@byhand/envelope"

/** What is wrong with a command line. */
export interface ParseProblems {
  readonly errors: readonly FieldError[]
  readonly suggestion?: string | undefined
  /** The line is another command's, which had begun: something may have been done. */
  readonly isLate?: boolean
}

// Kept on the error itself, for every copy of this package: oclif prints the error for a person as it always did.
const key = Symbol.for("@byhand/oclif/parse-problems")

/** Notes on an error that a command's own parsing threw it, and all that is wrong with the line. */
export function noteParseProblems(thrown: object, problems: ParseProblems): void {
  Object.defineProperty(thrown, key, { value: problems, configurable: true })
}

/** What is wrong with the line, if a command's own parsing threw this. */
export function parseProblemsOf(thrown: unknown): ParseProblems | undefined {
  return typeof thrown === "object" && thrown !== null
    ? (thrown as { [key]?: ParseProblems })[key]
    : undefined
}

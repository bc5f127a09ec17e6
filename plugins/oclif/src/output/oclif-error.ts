import {
  CommandError,
  type CommandErrorOptions,
  handoffCodes,
  toCommandError,
  typedError
} from "@byhand/envelope"
import { CommandExit, commandExit } from "@byhand/exit-codes"
import { parseProblemsOf } from "./parse-problems.ts"

/** What is to be done about a mistake of the tool's authors, by whoever met it. */
export const reportIt = "Show this message to those who made this tool"

/** The fields oclif's own error handling reads. */
interface OclifErrorFields {
  oclif?: { exit?: number }
  exitCode?: number
  skipOclifErrorHandling?: boolean
  suggestions?: string[]
  code?: unknown
  parse?: unknown
}

/** When the error was thrown: before the command did anything, or at some point while it ran. */
export type Stage = "validation" | "execution"

/** Whether this is how oclif ends a run on purpose (`this.exit(0)`): not a failure. */
export function isCleanExit(thrown: unknown): boolean {
  const fields = fieldsOf(thrown)
  return fields?.code === "EEXIT" && fields.oclif?.exit === 0
}

/**
 * What a command threw, as the contract's typed error.
 *
 * A `CommandError` says its own exit. An error of oclif's parser is 2 `INVALID_ARGUMENTS`. Another error's oclif exit
 * code is kept where the contract allows it, except 2: that is oclif's default, while the contract keeps 2 for "stopped
 * before any side effect". What is left is 1. REQ-F-001, REQ-F-002.
 */
export function commandErrorOf(thrown: unknown, stage: Stage): CommandError {
  const known = typedError(thrown) ?? constructionProblem(thrown) ?? parserProblem(thrown)
  if (known !== undefined) return known
  const exit = exitOf(thrown, stage)
  const plain = isExit(thrown) ? endedWith(exit) : toCommandError(thrown)
  const given = fieldsOf(thrown)?.code
  return withCode(given === "EEXIT" ? undefined : given, plain.code, {
    exit,
    message: plain.message,
    cause: thrown,
    ...(stage === "validation" && exit === CommandExit.ARG_ERROR ? { phase: "validation" } : {})
  })
}

/** An error with the code that a stranger gave it, or with another where that one promises what a stranger's error does not hold. */
function withCode(given: unknown, other: string, fields: Omit<CommandErrorOptions, "code">): CommandError {
  try {
    return new CommandError({ ...fields, code: given as string })
  } catch {
    return new CommandError({ ...fields, code: other })
  }
}

/**
 * Marks an error so that oclif ends the process with the contract's exit code, in every version.
 *
 * oclif 4 reads `exitCode` when the host's `--json` is on and `oclif.exit` otherwise; oclif 5 reads `oclif.exit`.
 * `printed` says that the envelope has it already, so that oclif prints nothing beside it.
 */
export function markForOclif(error: CommandError, { printed }: { readonly printed: boolean }): CommandError {
  const fields = error as CommandError & OclifErrorFields
  fields.oclif = { ...fields.oclif, exit: error.exit }
  // oclif prints the name in front of the message: "Error: …", as for its own errors.
  Object.defineProperty(error, "name", { value: "Error", configurable: true })
  const advice = error.suggestion ?? error.fixRequired
  if (advice !== undefined && advice !== error.message) fields.suggestions = [advice]
  if (printed) fields.skipOclifErrorHandling = true
  withoutStrangeCauses(error)
  return error
}

/** How many causes of an error oclif is let to follow. */
const mostCauses = 50

/** oclif follows the causes of an error, and fails itself at one that is no object, or never ends. */
export function withoutStrangeCauses(error: Error): void {
  let at: unknown = error
  for (let depth = 0; typeof at === "object" && depth < mostCauses; depth += 1) {
    if (at === null) return
    at = (at as { cause?: unknown }).cause ?? null
  }
  Object.defineProperty(error, "cause", { value: undefined })
}

/**
 * Leaves exit 4 of a person-only command that has not passed its gate to the two codes that the contract promises for it:
 * an agent that gets 4 hands the command to a person. Whatever else comes with 4 keeps its code and leaves with 1.
 */
export function keepFourForHandOff(error: CommandError): CommandError {
  if (error.exit !== CommandExit.PRECONDITION || handoffCodes.has(error.code)) return error
  const options = { ...error, message: error.message, exit: CommandExit.GENERAL_ERROR, cause: error.cause }
  return new CommandError(options as CommandErrorOptions)
}

/** The failure of a command that says no more of it than its exit code. */
export function endedWith(exit: CommandExit): CommandError {
  return new CommandError({
    code: "GENERAL_ERROR",
    exit,
    message: `The command ended with exit code ${exit} and gave no reason.`
  })
}

/** Whether this is how oclif ends a run with a code alone (`this.exit(3)`). */
function isExit(thrown: unknown): boolean {
  return fieldsOf(thrown)?.code === "EEXIT"
}

function fieldsOf(thrown: unknown): OclifErrorFields | undefined {
  return typeof thrown === "object" && thrown !== null ? thrown : undefined
}

function parserProblem(thrown: unknown): CommandError | undefined {
  const isParser = fieldsOf(thrown)?.parse !== undefined || parseProblemsOf(thrown) !== undefined
  return isParser ? invalidArguments(thrown) : undefined
}

/**
 * A command line that could not be parsed: 2, before anything was done, with everything that is wrong with it where that was
 * found out (REQ-F-002, REQ-F-015). A `CommandError` is kept. The line of a command that another one calls, which may have done
 * something by then, is 1.
 */
export function invalidArguments(thrown: unknown): CommandError {
  const typed = typedError(thrown)
  if (typed !== undefined) return typed
  const { errors, suggestion, isLate } = parseProblemsOf(thrown) ?? {}
  const message = toCommandError(thrown).message.replace(/\nSee more help with --help$/, "")
  if (isLate === true)
    return new CommandError({
      code: "VALIDATION_AFTER_START",
      exit: CommandExit.GENERAL_ERROR,
      message: `The command called another one with arguments that are not valid: ${message}`,
      phase: "execution",
      suggestion: reportIt
    })
  return new CommandError({
    code: "INVALID_ARGUMENTS",
    exit: CommandExit.ARG_ERROR,
    message,
    phase: "validation",
    suggestion,
    fixRequired: "Correct the arguments; the command's help lists them",
    errors
  })
}

/** Says in a sentence what the engine says in four words when a class field meets the gate's locked methods. */
function constructionProblem(thrown: unknown): CommandError | undefined {
  if (!(thrown instanceof TypeError)) return undefined
  const method = /^Cannot redefine property: (run|parse|catch|finally|_run)$/.exec(thrown.message)?.[1]
  return method === undefined ? undefined : lockedMethod(method, thrown)
}

/** The refusal of a person-only command whose author sets one of the guarded methods on the instance. */
export function lockedMethod(method: string, cause?: unknown): CommandError {
  return new CommandError({
    code: "INVALID_DECLARATION",
    exit: CommandExit.GENERAL_ERROR,
    message:
      `A person-only command sets \`${method}\` as a class field or by assignment, so nothing could stand in front of it. ` +
      `Nothing was done. Write it as a method: \`async ${method}() { … }\`.`,
    ...(cause === undefined ? {} : { cause })
  })
}

function exitOf(thrown: unknown, stage: Stage): CommandExit {
  const exit = fieldsOf(thrown)?.oclif?.exit
  if (exit === undefined || exit === 0 || (exit === CommandExit.ARG_ERROR && stage === "execution"))
    return CommandExit.GENERAL_ERROR
  return contractExit(exit)
}

/** An exit code where the contract allows it, else 1. */
export function contractExit(code: number): CommandExit {
  try {
    return commandExit(code)
  } catch {
    return CommandExit.GENERAL_ERROR
  }
}

import type { FieldError } from "@byhand/envelope"
import { globalFlagNames } from "../flags/names.ts"
import type { ParseProblems } from "../output/parse-problems.ts"
import { closest } from "./closest.ts"
import { type Flag, lenient, type ParsedClass } from "./lenient.ts"

export type { ParsedClass } from "./lenient.ts"
export type Parse = (this: object, ...args: unknown[]) => Promise<unknown>
type ParseLine = (options: ParsedClass, argv: readonly string[]) => Promise<unknown>

/** A line with more kinds of mistakes is not looked at further. */
const mostRounds = 30

/**
 * Everything that is wrong with a command line, by the host's own parser: it stops at the first thing, so that is taken out of
 * its way and it parses again, until nothing is left to object to.
 *
 * Requirement: REQ-F-015.
 */
export async function problemsOfLine(
  described: ParsedClass,
  argv: readonly string[],
  parse: ParseLine
): Promise<ParseProblems> {
  const search = new Search(described, argv)
  let last: unknown
  for (let round = 0; round < mostRounds; round += 1) {
    try {
      await parse(search.options, argv)
      break
    } catch (thrown) {
      if (thrown === last || !search.takeAway(thrown as ParserError)) break
      last = thrown
    }
  }
  const { errors, meant } = search
  return { errors, ...(meant.length === 0 ? {} : { suggestion: `Did you mean ${meant.join(" and ")}?` }) }
}

/** What oclif's parser throws, of any version, told apart by its fields and words: its classes are the host's. */
interface ParserError {
  readonly message?: string
  readonly parse?: unknown
  readonly flags?: unknown
  readonly args?: unknown
}

class Search {
  readonly errors: FieldError[] = []
  /** The flags that were likely meant. */
  readonly meant: string[] = []
  readonly options: ParsedClass
  readonly #argv: readonly string[]
  readonly #known: readonly string[]

  constructor(described: ParsedClass, argv: readonly string[]) {
    this.#argv = argv
    this.options = lenient(described, (field, message) => this.#note(field, message))
    const own = Object.entries(this.options.flags).filter(([, { hidden }]) => hidden !== true)
    this.#known = [...own.map(([name]) => name), ...globalFlagNames]
  }

  /** Notes what the parser objects to, and takes it out of its way. Returns whether it may find more. */
  takeAway({ message = "", parse, flags, args }: ParserError): boolean {
    if (parse !== undefined && Array.isArray(flags)) return this.#unknownFlags(flags as string[])
    if (parse !== undefined && Array.isArray(args))
      return args.every((arg) => typeof arg === "object")
        ? this.#missingArguments(args as { name: string }[])
        : this.#unexpectedArguments(args.map(String))
    const name = /^Flag --(\S+) (?:can only be|expects) /.exec(message)?.[1]
    const flag = name === undefined ? undefined : this.options.flags[name]
    if (name !== undefined && flag !== undefined) return this.#badlyGiven(name, flag, message)
    return this.#brokenRules(message)
  }

  #note(field: string, message: string): void {
    if (!this.errors.some((known) => known.field === field && known.message === message))
      this.errors.push({ field, message })
  }

  #unknownFlags(tokens: readonly string[]): boolean {
    for (const token of tokens) {
      const field = token.split("=", 1)[0] as string
      const name = field.replace(/^-+/, "")
      const meant = field.startsWith("--") ? closest(name, this.#known) : undefined
      if (meant !== undefined) this.meant.push(`--${meant}`)
      this.#note(field, `${field} is not a flag of this command.`)
      const takesValue = token.includes("=")
      this.options.flags[name] = { ...(takesValue ? anyOption : anySwitch), ...charOf(field, name) }
    }
    return true
  }

  #unexpectedArguments(values: readonly string[]): boolean {
    const follows = values.map((value) => this.#unknownFlagBefore(value))
    for (const [at, value] of values.entries()) {
      const name = follows[at]
      // What stands behind a flag that nobody knows was meant as its value.
      if (name === undefined) this.#note(value, `${value} is an argument that this command does not take.`)
      else this.options.flags[name] = { ...this.options.flags[name], ...anyOption }
    }
    if (follows.includes(undefined)) this.options.strict = false
    return true
  }

  #unknownFlagBefore(value: string): string | undefined {
    return this.#argv
      .flatMap((word, at) =>
        at > 0 && word === value ? [(this.#argv[at - 1] as string).replace(/^-+/, "")] : []
      )
      .find(
        (name) => this.options.flags[name]?.unknown === true && this.options.flags[name]?.type === "boolean"
      )
  }

  #missingArguments(missing: readonly { readonly name: string }[]): boolean {
    for (const { name } of missing) {
      this.#note(name, `The argument ${name} is missing.`)
      this.options.args[name] = { ...this.options.args[name], required: false }
    }
    return true
  }

  #badlyGiven(name: string, flag: Flag, message: string): boolean {
    const values = flag.allowed?.join(", ")
    const wanted = values === undefined ? "a value" : `one of these values: ${values}`
    this.#note(`--${name}`, message.replace(/expects .*$/, `expects ${wanted}.`))
    const { multiple, allowStdin: _onlyStdin, ...rest } = flag
    if (message.includes("expects")) this.options.flags[name] = { ...anySwitch, name }
    else if (multiple === true) return false
    else this.options.flags[name] = { ...rest, multiple: true, multipleNonGreedy: true }
    return true
  }

  /** The rules about flags that the parser checks last, and lists all at once. */
  #brokenRules(message: string): boolean {
    const [head = "", ...reasons] = message
      .replaceAll(/\u001B\[[\d;]*m/g, "")
      .replace(/\nSee more help with --help$/, "")
      .split("\n")
    const isList = /^The following errors? occurred:/.test(head)
    const listed = isList
      ? reasons.map((reason) => reason.trim()).filter(Boolean)
      : [[head, ...reasons].join("\n")]
    for (const reason of listed) {
      const name = /(?:^Missing required flag |^Parsing --|--)([\w-]+)/.exec(reason)?.[1]
      this.#note(name === undefined ? "" : `--${name}`, reason)
    }
    return false
  }
}

const anySwitch = {
  type: "boolean",
  allowNo: true,
  unknown: true,
  parse: async (given: unknown) => given
} as const
const anyOption = { type: "option", unknown: true, parse: async (given: unknown) => given } as const

function charOf(field: string, name: string): { readonly char?: string } {
  return field.startsWith("--") || name.length !== 1 ? {} : { char: name }
}

import { CommandError, type FieldError, type JsonValue } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { choicesOf, type Input, type Inputs } from "./inputs.ts"

/** How the words of one command's line are written. */
export interface LineStyle {
  /** The words that name the command. */
  readonly words: readonly string[]
  /** The command takes `--` for an argument like any other. */
  readonly isDashDashPlain: boolean
}

/**
 * The words of the command line for what a client gives to a tool. Nothing that is given can become another flag, or a
 * command of another name: a flag and its value are one word, and positionals stand behind `--`.
 *
 * @throws CommandError `INVALID_ARGUMENTS`, exit 2, with everything that is wrong
 */
export function commandLine(
  inputs: Inputs,
  given: unknown,
  { words, isDashDashPlain }: LineStyle
): readonly string[] {
  const values = membersOf(given)
  const errors = [
    ...unknownIn(values, inputs),
    ...[...inputs].flatMap(([field, input]) => wrongIn(field, input, values))
  ]
  const positionals = [...inputs].filter(([, { kind }]) => kind === "positional").map(([field]) => field)
  errors.push(...gapsIn(positionals, values))
  const behind = positionals.flatMap((field) => textsOf(values[field]))
  if (isDashDashPlain)
    errors.push(...behind.filter((text) => text.startsWith("-")).map((text) => looksLikeFlag(text)))
  if (errors.length > 0) throw invalid(errors)
  const flags = [...inputs].flatMap(([field, input]) => flagWords(input, values[field]))
  if (behind.length === 0) return [...words, ...flags]
  return isDashDashPlain ? [...words, ...behind, ...flags] : [...words, ...flags, "--", ...behind]
}

type Values = Readonly<Record<string, JsonValue | undefined>>

function membersOf(given: unknown): Values {
  if (given === undefined) return {}
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw invalid([
      { field: "", message: "The arguments are no object. Expected the inputs of the tool by name." }
    ])
  return Object.fromEntries(Object.entries(given)) as Values
}

function unknownIn(values: Values, inputs: Inputs): FieldError[] {
  const known = [...inputs.keys()].join(", ") || "none"
  return Object.keys(values)
    .filter((field) => !inputs.has(field))
    .map((field) => ({
      field,
      message: `The tool has no input ${JSON.stringify(field)}. Expected one of: ${known}.`
    }))
}

function wrongIn(field: string, input: Input, values: Values): FieldError[] {
  const value = Object.hasOwn(values, field) ? values[field] : undefined
  if (value === undefined)
    return input.entry.required
      ? [{ field, message: `The input ${field} is missing. Expected ${expected(input)}.` }]
      : []
  const isList = isListInput(input)
  const items = isList && Array.isArray(value) ? value : [value]
  const isWrong = (isList && !Array.isArray(value)) || items.some((item) => !fits(item, input))
  if (isWrong)
    return [{ field, message: `The input ${field} is ${shown(value)}. Expected ${expected(input)}.` }]
  return items.some((item) => typeof item === "string" && item.includes("\0"))
    ? [{ field, message: `The input ${field} has a NUL character, which no command line can carry.` }]
    : []
}

function gapsIn(positionals: readonly string[], values: Values): FieldError[] {
  const last = positionals.findLastIndex((field) => values[field] !== undefined)
  return positionals
    .slice(0, Math.max(last, 0))
    .filter((field) => values[field] === undefined)
    .map((field) => ({ field, message: `The input ${field} is missing, and an argument after it is given.` }))
}

function isListInput({ kind, entry }: Input): boolean {
  return kind === "positional" ? entry.variadic === true : entry.type === "array"
}

function fits(value: JsonValue, { entry }: Input): boolean {
  const choices = choicesOf(entry)
  if (choices !== undefined && !choices.includes(value as string | number)) return false
  switch (entry.type) {
    case "boolean":
      return typeof value === "boolean"
    case "integer":
      return Number.isInteger(value)
    case "number":
      return typeof value === "number"
    case "object":
      return typeof value === "object" && value !== null && !Array.isArray(value)
    default:
      return typeof value === "string"
  }
}

function expected(input: Input): string {
  const choices = choicesOf(input.entry)
  const type = input.entry.type === "array" ? "string" : input.entry.type
  const one =
    choices === undefined
      ? `${/^[aeio]/.test(type) ? "an" : "a"} ${type}`
      : `one of ${choices.map((value) => JSON.stringify(value)).join(", ")}`
  return isListInput(input) ? `a list, each ${one}` : one
}

function shown(value: JsonValue): string {
  const text = JSON.stringify(value)
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}

function flagWords(input: Input, value: JsonValue | undefined): readonly string[] {
  if (input.kind !== "flag" || value === undefined) return []
  if (value === true) return [`--${input.name}`]
  if (value === false) return input.off === undefined ? [] : [`--${input.off}`]
  return textsOf(value).map((text) => `--${input.name}=${text}`)
}

function textsOf(value: JsonValue | undefined): readonly string[] {
  if (value === undefined) return []
  const items = Array.isArray(value) ? (value as readonly JsonValue[]) : [value]
  return items.map((item) => (typeof item === "string" ? item : JSON.stringify(item)))
}

function looksLikeFlag(text: string): FieldError {
  return {
    field: "",
    message: `The argument ${shown(text)} begins with a dash, and this command would take it for a flag.`
  }
}

function invalid(errors: readonly FieldError[]): CommandError {
  return new CommandError({
    code: "INVALID_ARGUMENTS",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message: errors.map(({ message }) => message).join(" "),
    fixRequired: "Correct the inputs; the tool's input schema lists them",
    errors
  })
}

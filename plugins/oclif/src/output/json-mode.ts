import { isatty } from "node:tty"
import { type Format, isFormat } from "../flags/names.ts"
import { cameWithNoColour } from "./no-colour.ts"

/** What decides whether stdout carries one JSON document instead of text for a person. */
export interface OutputChoice {
  /** The value of `--format`, when given. */
  readonly format?: string | undefined
  /** The name of the tool's executable; its `<BIN>_FORMAT` variable is the default of `--format`. */
  readonly bin: string
  /** oclif's own `--json` was given to a command that understands it. */
  readonly hostJson?: boolean
  readonly env?: NodeJS.ProcessEnv
  readonly stdoutFd?: number
}

/**
 * Whether stdout carries the envelope, or the lines of `jsonl`, which end with one when the call fails.
 *
 * `--format` wins, then `<BIN>_FORMAT`; without them JSON is written when stdout is no terminal, or `CI` is not empty,
 * or `NO_COLOR` is set. It says nothing of whether a person is there: with `CI=1` at a real terminal a person is asked
 * and the answer is one JSON document.
 *
 * @param choice - what was given on the command line, the name of the tool, and the surroundings
 * @returns true when stdout carries JSON. It never throws.
 *
 * Requirement: REQ-F-003, REQ-O-001.
 *
 * @example
 * ```ts
 * import { isJsonMode } from "@byhand/oclif/command-line"
 * console.log(isJsonMode({ bin: "council", format: "plain" })) // false
 * console.log(isJsonMode({ bin: "council", env: { COUNCIL_FORMAT: "json" } })) // true
 * ```
 */
export function isJsonMode(choice: OutputChoice): boolean {
  const format = outputFormat(choice)
  return format === "json" || format === "jsonl"
}

/** How the result of a call is written: what was chosen, else JSON for a program and text for a person. */
export function outputFormat({
  format,
  bin,
  hostJson,
  env = process.env,
  stdoutFd = 1
}: OutputChoice): Format {
  const chosen = chosenFormat({ format, bin, env })
  if (chosen !== undefined) return chosen
  const isForProgram =
    hostJson === true || !isatty(stdoutFd) || (env["CI"] ?? "") !== "" || cameWithNoColour(env)
  return isForProgram ? "json" : "plain"
}

/** The format that was asked for, on the line or by the variable that holds its default; undefined when neither names one. */
export function chosenFormat({
  format,
  bin,
  env = process.env
}: Pick<OutputChoice, "format" | "bin" | "env">): Format | undefined {
  return [format, env[formatVariable(bin)]].find(isFormat)
}

/** The variable that holds a tool's default of `--format`. */
export function formatVariable(bin: string): string {
  return `${bin.toUpperCase().replaceAll(/[^A-Z0-9]/g, "_")}_FORMAT`
}

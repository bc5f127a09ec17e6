import { isatty } from "node:tty"
import { stripVTControlCharacters } from "node:util"
import { tellChildrenNoColour } from "./no-colour.ts"

const noColour = ["NO_COLOR", "CI", "GITHUB_ACTIONS", "JENKINS_URL"] as const

/**
 * Makes the surroundings of a call fit for a program that reads its output: no pager waits for a key, here and in the
 * programs that the command starts, and no colours reach a stream that nobody looks at.
 *
 * Requirement: REQ-F-007, REQ-F-008, REQ-F-010.
 */
export function suitProgram(): void {
  Object.assign(process.env, { PAGER: "cat", GIT_PAGER: "cat" })
  if (isatty(2) && !forbidsColour(process.env)) return
  tellChildrenNoColour()
  change(process.stderr, stripVTControlCharacters)
}

const colour = /\u001B\[[\d;]*m/g

/**
 * Keeps colours off both streams where the surroundings forbid them, although a person reads, and tells the programs that the
 * command starts so: what else a prompt does to a terminal it may do.
 *
 * REQ-F-008.
 */
export function suitPerson(): void {
  if (!forbidsColour(process.env)) return
  tellChildrenNoColour()
  for (const stream of [process.stdout, process.stderr]) change(stream, (text) => text.replaceAll(colour, ""))
}

function forbidsColour(env: NodeJS.ProcessEnv): boolean {
  return (
    env["TERM"] === "dumb" ||
    noColour.some((name) => env[name] !== undefined && (name === "NO_COLOR" || env[name] !== ""))
  )
}

/** What oclif and others have loaded already may have made up its mind about colours. */
function change(stream: NodeJS.WriteStream, text: (given: string) => string): void {
  const write = stream.write.bind(stream) as (...args: unknown[]) => boolean
  stream.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(typeof chunk === "string" ? text(chunk) : chunk, ...rest)) as typeof stream.write
}

import { isatty } from "node:tty"
import { stripVTControlCharacters } from "node:util"

const noColour = ["NO_COLOR", "CI", "GITHUB_ACTIONS", "JENKINS_URL"] as const

/**
 * Makes the surroundings of a call fit for a program that reads its output: no pager waits for a key, here and in the
 * programs that the command starts, and no colours reach a stream that nobody looks at.
 *
 * REQ-F-007, REQ-F-008, REQ-F-010.
 */
export function suitProgram(): void {
  Object.assign(process.env, { PAGER: "cat", GIT_PAGER: "cat" })
  if (isatty(2) && !forbidsColour(process.env)) return
  process.env["NO_COLOR"] ??= "1"
  plainStderr()
}

function forbidsColour(env: NodeJS.ProcessEnv): boolean {
  return (
    env["TERM"] === "dumb" ||
    noColour.some((name) => env[name] !== undefined && (name === "NO_COLOR" || env[name] !== ""))
  )
}

/** What oclif and others have loaded already may have made up its mind about colours. */
function plainStderr(): void {
  const write = process.stderr.write.bind(process.stderr) as (...args: unknown[]) => boolean
  process.stderr.write = ((chunk: unknown, ...rest: unknown[]) =>
    write(
      typeof chunk === "string" ? stripVTControlCharacters(chunk) : chunk,
      ...rest
    )) as typeof process.stderr.write
}

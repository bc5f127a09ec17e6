import { requestProblems } from "@byhand/attestation"
import type { Attestation } from "./attestation-of.ts"
import { positionals } from "../carry-out/command-call.ts"
import type { ParsedCommandLine } from "./oclif-shape.ts"

/**
 * The question about a command that declares a person by data alone and has no `attestation()` of its own.
 *
 * The person sees the whole call, options too, and types back its first argument, which names what is acted on; a call
 * without an argument that can be typed is confirmed by the command's last word.
 */
export function attestationOfLine(
  command: object,
  path: readonly string[],
  line: ParsedCommandLine
): Attestation {
  const { argv } = command as { argv: readonly string[] }
  const { summary, description } = command.constructor as { summary?: string; description?: string }
  const about = summary ?? description?.split("\n", 1)[0]
  const statement = [
    "Run this command?",
    "",
    `  ${[...path, ...argv].join(" ")}`,
    ...(about === undefined ? [] : ["", `  ${about}`])
  ].join("\n")
  const [first] = positionals(line)
  const isTypeable = first !== undefined && requestProblems({ statement, expected: first }).length === 0
  return { statement, expected: isTypeable ? first : (path.at(-1) ?? "") }
}

import { expectedProblems, type Alphabet } from "./expected.ts"
import { isUnseen } from "./show/visible.ts"

/**
 * What a person is asked to confirm.
 *
 * - `statement`: what is being confirmed, in plain text; `\n` breaks lines, everything else is shown escaped
 * - `expected`: what the person types back, 1–128 code points
 * - `alphabet`: what `expected` may be made of; `"ascii"` (letters, digits and `. _ : / @ -`) unless given
 *
 * @example
 * ```ts
 * import type { AttestationRequest } from "@byhand/attestation"
 * const request: AttestationRequest = { statement: "Approve decision D-42?", expected: "D-42" }
 * ```
 */
export interface AttestationRequest {
  readonly statement: string
  readonly expected: string
  readonly alphabet?: Alphabet
}

/** The longest statement, in UTF-16 units: far more than a person reads, little enough to lay out at once. */
const longestStatement = 200_000

/**
 * Lists what is wrong with a request: the author's errors, not the person's.
 *
 * @param request - anything; a value of another shape is a problem
 * @returns sentences that say what is wrong and what to do; empty when the request can be asked. Never throws.
 *
 * Requirement: REQ-C-036 (a statement, and an expected string the command chooses that a person can type).
 *
 * @example
 * ```ts
 * import { requestProblems } from "@byhand/attestation"
 * console.log(requestProblems({ statement: "Approve decision D-42?", expected: "D-42" }).length) // 0
 * console.log(requestProblems({ statement: "Approve decision D-42?", expected: "" }).length) // 1
 * ```
 */
export function requestProblems(request: unknown): readonly string[] {
  try {
    return problemsOf(request)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "it threw something that is not an Error"
    return [`The request could not be read: ${why}. Give a plain object { statement, expected }`]
  }
}

function problemsOf(request: unknown): readonly string[] {
  if (typeof request !== "object" || request === null)
    return [`The request is ${nameOf(request)}. Give a plain object { statement, expected }`]
  const { statement, expected, alphabet } = request as Record<keyof AttestationRequest, unknown>
  const problems = [...statementProblems(statement)]
  if (alphabet !== undefined && alphabet !== "ascii" && alphabet !== "any")
    problems.push(`alphabet is ${nameOf(alphabet)}. Leave it out, or give "ascii" or "any"`)
  if (typeof expected === "string")
    problems.push(...expectedProblems(expected, alphabet === "any" ? "any" : "ascii"))
  else problems.push(`expected is ${nameOf(expected)}. Give the text the person types back, as a string`)
  return problems
}

function statementProblems(statement: unknown): readonly string[] {
  if (typeof statement !== "string")
    return [`statement is ${nameOf(statement)}. Give the sentence that says what is confirmed, as a string`]
  if (statement.length > longestStatement)
    return [
      `statement has ${statement.length} characters; at most ${longestStatement} can be shown. ` +
        "Summarise it and say where the whole can be read"
    ]
  for (const point of statement) if (!isUnseen(point) && point.trim() !== "") return []
  return ["statement shows nothing. Give the sentence that says what is confirmed"]
}

function nameOf(value: unknown): string {
  if (value === null) return "null"
  if (value === undefined) return "missing"
  if (Array.isArray(value)) return "an array"
  return typeof value === "object" ? "an object" : `a ${typeof value}`
}

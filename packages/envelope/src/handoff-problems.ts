import type { ErrorDetail } from "./error-detail.ts"
import { handoffCodes } from "./handoff-codes.ts"
import { isJsonObject, type JsonValue } from "./json.ts"
import { textHazards } from "./text-hazards.ts"
import { toJson } from "./to-json.ts"

const agentWayOut = ["fix_command", "fix_required", "redirect", "retry_after_ms", "retry_strategy"]

/**
 * Why an error must not be shown as a refusal that only a person can resolve: the one validator of `PERSON_REQUIRED` and
 * `ATTESTATION_MISMATCH`, whoever built them.
 *
 * Such an error is not retryable, offers an agent no way out (`fix_command`, `fix_required`, `redirect`,
 * `retry_after_ms`, `retry_strategy`), and none of its texts, at any depth, names an option, sets or names a variable, or
 * holds a character that cannot be seen. An author's prose is not understood: a variable named without `=` or `$` passes.
 *
 * @param detail - the `error` of an envelope
 * @returns a sentence for every problem, each beginning with the JSON pointer of the field; none for any other code
 *
 * Requirement: REQ-C-036. It never throws, whatever it is given.
 *
 * @example
 * ```ts
 * import { handoffProblems } from "@byhand/envelope"
 * const detail = { code: "PERSON_REQUIRED", message: "Approving needs a person", retryable: false }
 * console.log(handoffProblems(detail).length) // 0
 * console.log(handoffProblems({ ...detail, suggestion: "Use --yes" }).length) // 1
 * ```
 */
export function handoffProblems(detail: ErrorDetail): readonly string[] {
  const { json } = toJson(detail)
  if (!isJsonObject(json) || !handoffCodes.has(json.code as string)) return []
  const retryable =
    json.retryable === false
      ? []
      : ["/retryable must be false, because no further call of an agent can succeed."]
  const fields = agentWayOut
    .filter((field) => Object.hasOwn(json, field))
    .map((field) => `/${field} must be absent, because no call of an agent resolves this error.`)
  return [...retryable, ...fields, ...textProblems(json, "")]
}

function textProblems(value: JsonValue, path: string): readonly string[] {
  if (typeof value === "string") return textHazards(value).map((hazard) => problem(path, hazard))
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => [
    ...textHazards(key).map((hazard) => problem(`${path}: a key`, hazard)),
    ...textProblems(item as JsonValue, `${path}/${key}`)
  ])
}

function problem(path: string, hazard: string): string {
  return `${path} ${hazard}, which could tell an agent how to get round the person. Name only the command and its arguments.`
}

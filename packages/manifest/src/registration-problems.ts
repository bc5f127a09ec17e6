import type { JsonValue } from "@byhand/envelope"
import type { FlagEntry, PositionalEntry } from "./contract.ts"
import { isObject } from "./json.ts"
import { mostDeclaredValues, plainJson } from "./plain-json.ts"
import { notJson, problemOf, type RegistrationProblem } from "./registration-problem.ts"
import { rulesFor } from "./rules/registration-rules.ts"

/**
 * The parts of a command that its framework knows already; give them when they are known.
 *
 * Requirement: REQ-C-015
 */
export interface KnownParameters {
  readonly flags?: Readonly<Record<string, FlagEntry>>
  readonly positionals?: readonly PositionalEntry[]
}

const objectRule = {
  id: "contract-not-an-object",
  requirement: "REQ-O-041",
  why: "a contract is one JSON object of declared fields"
}

/**
 * Checks a contract against every rule of registration.
 *
 * @param contract anything; a `CommandContract` when it is in order
 * @param command the command's flags and positionals as its manifest entry will show them (the framework's own `--yes` included);
 *   rules that need what is left out are not applied
 * @returns the problems, in the order of the rules; empty when the command may be registered. Never throws, whatever the input.
 *
 * Requirement: REQ-C-036, REQ-C-001, REQ-C-005, REQ-C-032, REQ-O-048
 *
 * @example
 * ```ts
 * import { registrationProblems } from "@byhand/manifest"
 *
 * const [problem] = registrationProblems({
 *   danger_level: "mutating",
 *   required_scopes: ["decisions:approve"],
 *   interactive: true,
 *   requires_person: true,
 *   exit_codes: {
 *     "0": { description: "The approval is recorded", retryable: false, side_effects: "complete" },
 *     "4": {
 *       description: "No person confirmed the approval",
 *       retryable: false,
 *       side_effects: "none",
 *       error_codes: ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"]
 *     }
 *   }
 * })
 * console.log(problem?.rule) // person-mcp
 * console.log(problem?.fix) // Write `mcp: false` in the contract.
 * ```
 */
export function registrationProblems(
  contract: unknown,
  command: KnownParameters = {}
): readonly RegistrationProblem[] {
  const declared = plainJson(contract, mostDeclaredValues)
  const flags = known(command, "flags")
  const positionals = known(command, "positionals")
  const unreadable = [
    ...notJson("", declared.faults),
    ...notJson("/flags", flags.faults),
    ...notJson("/positionals", positionals.faults)
  ]
  if (unreadable.length > 0) return Object.freeze(unreadable)
  if (!isObject(declared.value)) {
    const what = `The contract is ${JSON.stringify(declared.value)}; expected an object`
    const fix = "Write `static contract = { danger_level: …, required_scopes: […], exit_codes: { … } }`."
    return Object.freeze([problemOf(objectRule, { path: "", what, fix })])
  }
  const subject = { contract: declared.value, flags: flags.value, positionals: positionals.value }
  const problems: RegistrationProblem[] = []
  for (const rule of rulesFor(declared.value))
    for (const finding of rule.check(subject)) problems.push(problemOf(rule, finding))
  return Object.freeze(problems)
}

/** A part of the command as plain JSON; undefined, without faults, when it is not given. */
function known(
  command: unknown,
  name: string
): { value: JsonValue | undefined; faults: readonly { path: string; what: string }[] } {
  try {
    const property = Object.getOwnPropertyDescriptor(Object(command), name)
    const given: unknown = property !== undefined && !("value" in property) ? () => property : property?.value
    return given === undefined ? { value: undefined, faults: [] } : plainJson(given, mostDeclaredValues)
  } catch {
    return { value: undefined, faults: [{ path: "", what: "cannot be read: a proxy refused" }] }
  }
}

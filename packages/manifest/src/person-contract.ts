import type { JsonObject } from "@byhand/envelope"
import type { CommandContract } from "./contract.ts"
import type { ExitCodeEntry } from "./declared-parts.ts"
import { isArray, isObject, memberOf } from "./json.ts"
import { personCodes, personPrecondition } from "./person-precondition.ts"
import { mostDeclaredValues, plainJson } from "./plain-json.ts"

/**
 * What the author of a person-only command writes: the contract without the fields that follow from it.
 *
 * Requirement: REQ-C-036
 */
export type PersonContractInput = Omit<
  CommandContract,
  "requires_person" | "interactive" | "mcp" | "exit_codes"
> & {
  readonly requires_person?: true
  readonly interactive?: true
  readonly mcp?: false
  /** Exits by code. Exit 4 may be left out, and so may all of its members; further codes of exit 4 stand beside the two. */
  readonly exit_codes: {
    readonly 0: ExitCodeEntry
    readonly 4?: Partial<ExitCodeEntry>
    readonly [code: number]: ExitCodeEntry | Partial<ExitCodeEntry> | undefined
  }
}

/**
 * Completes the contract of a person-only command: `requires_person: true`, `interactive: true`, `mcp: false`, and an exit 4 with
 * both of its error codes.
 *
 * What the author wrote stays, a contradiction included, so that `registrationProblems` can report it: nothing throws while a
 * command's module loads.
 *
 * @param input the author's part
 * @returns the contract; plain JSON when the input is. Never throws, whatever the input.
 *
 * Requirement: REQ-C-036
 *
 * @example
 * ```ts
 * import { personContract } from "@byhand/manifest"
 *
 * const contract = personContract({
 *   danger_level: "mutating",
 *   required_scopes: ["decisions:approve"],
 *   exit_codes: { 0: { description: "The approval is recorded", retryable: false, side_effects: "complete" } }
 * })
 * console.log(contract.exit_codes["4"]?.error_codes?.join(" ")) // PERSON_REQUIRED ATTESTATION_MISMATCH
 * ```
 */
export function personContract(input: PersonContractInput): CommandContract {
  const given: unknown = input
  const { value } = plainJson(given, mostDeclaredValues)
  // What is no JSON is kept as it is, so that the rules see and refuse it. It must never become undefined, which declares nothing.
  if (value === undefined && typeof given === "object" && given !== null) return input as CommandContract
  return complete(isObject(value) ? value : {}) as object as CommandContract
}

function complete(declared: JsonObject): JsonObject {
  const exits = Object.hasOwn(declared, "exit_codes") ? declared["exit_codes"] : {}
  return Object.freeze({
    interactive: true,
    mcp: false,
    requires_person: true,
    ...declared,
    ...(exits === undefined ? {} : { exit_codes: isObject(exits) ? withPrecondition(exits) : exits })
  })
}

function withPrecondition(exits: JsonObject): JsonObject {
  const declared = Object.hasOwn(exits, "4") ? exits["4"] : {}
  if (!isObject(declared)) return exits
  const listed = memberOf(declared, "error_codes") ?? []
  const all = isArray(listed) ? [...personCodes.filter((code) => !listed.includes(code)), ...listed] : listed
  const precondition = Object.freeze({ ...personPrecondition, ...declared, error_codes: all })
  return Object.freeze({ ...exits, 4: precondition })
}

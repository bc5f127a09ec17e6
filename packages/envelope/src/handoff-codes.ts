/**
 * The codes of a refusal that only a person can resolve: the only ones that leave a person-only command with exit 4.
 *
 * Requirement: REQ-C-036.
 *
 * @example
 * ```ts
 * import { handoffCodes } from "@byhand/envelope"
 * console.log([...handoffCodes].join(" ")) // PERSON_REQUIRED ATTESTATION_MISMATCH
 * ```
 */
export const handoffCodes: ReadonlySet<string> = new Set(["PERSON_REQUIRED", "ATTESTATION_MISMATCH"])

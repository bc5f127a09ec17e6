import type { ExitCodeEntry } from "./declared-parts.ts"

/** The codes that leave with exit 4 of a person-only command (REQ-C-036). */
export const personCodes: readonly string[] = ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"]

/** The entry of exit 4 where the author of a person-only command writes none. */
export const personPrecondition: ExitCodeEntry = {
  name: "PRECONDITION",
  description: "No person confirmed the command at a terminal; nothing is done",
  retryable: false,
  side_effects: "none",
  error_codes: personCodes
}

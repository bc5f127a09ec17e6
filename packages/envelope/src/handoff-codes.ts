/** The codes of a refusal that only a person can resolve. */
export const handoffCodes: ReadonlySet<string> = new Set(["PERSON_REQUIRED", "ATTESTATION_MISMATCH"])

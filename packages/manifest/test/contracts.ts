import type { CommandContract } from "../src/index.ts"

/** The contract of the specification's own example, `decisions.approve`. */
export const approve: CommandContract = {
  danger_level: "mutating",
  required_scopes: ["decisions:approve"],
  interactive: true,
  mcp: false,
  requires_person: true,
  exit_codes: {
    "0": {
      name: "SUCCESS",
      description: "The approval is recorded",
      retryable: false,
      side_effects: "complete"
    },
    "4": {
      name: "PRECONDITION",
      description: "No person confirmed the approval at a terminal; nothing is recorded",
      retryable: false,
      side_effects: "none",
      error_codes: ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"]
    }
  }
}

/** A contract that says as little as a contract may. */
export const list: CommandContract = {
  danger_level: "safe",
  required_scopes: [],
  exit_codes: {
    "0": { description: "The decisions are listed", retryable: false, side_effects: "none" }
  }
}

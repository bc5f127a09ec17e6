import type { JsonObject, JsonValue } from "@byhand/envelope"
import type { Verdict } from "../operations/decide-attempt.ts"
import { argued, claimedAgainst, declaredOpen, openRequirements, unestablished } from "./claims.ts"

const verification = {
  verifier: "declared",
  checks: ["readable", "no declared negative claim", "no declared argument", "no declared open defect"]
}

/**
 * The verdict of a host that runs no program: a result that says of itself that it rests on what cannot be checked is never
 * a success; any other one has passed every check there is.
 */
export function declaredVerdict(ir: JsonObject | null): Verdict {
  const witness = objectOf(ir?.["witness"])
  const negative = claimedAgainst(witness)
  if (negative !== null) return unestablished({ reason: "NEGATIVE_DECLARED", note: negative }, verification)
  if (witness?.["basis"] === "proof") return unestablished(argued, verification)
  const open = witness === null ? openRequirements(ir ?? {}) : 0
  if (open > 0) return unestablished(declaredOpen(open), verification)
  return { _tag: "Established", verification }
}

function objectOf(value: JsonValue | undefined): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

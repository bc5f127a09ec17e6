import type { JsonObject, JsonValue } from "@byhand/envelope"
import type { Verdict } from "../operations/decide-attempt.ts"
import { claimedAgainst } from "./claims.ts"

const checks = ["readable", "no declared negative claim", "no declared argument", "no declared open defect"]

/**
 * The verdict of a host that runs no program: a result that says of itself that it rests on what cannot be checked is never
 * a success; any other one has passed every check there is.
 */
export function declaredVerdict(ir: JsonObject | null): Verdict {
  const witness = objectOf(ir?.["witness"])
  const negative = claimedAgainst(witness)
  if (negative !== null) return unestablished("NEGATIVE_DECLARED", negative)
  if (witness?.["basis"] === "proof")
    return unestablished("ARGUMENT", "It rests on an argument, and the host checks none.")
  const defects = listOf(ir?.["open_defects"])
  if (defects.length > 0 && witness === null)
    return unestablished("OPEN_DEFECTS", `It declares ${defects.length} requirements open.`)
  return { _tag: "Established", verification: { verifier: "declared", checks } }
}

function unestablished(reason: "NEGATIVE_DECLARED" | "ARGUMENT" | "OPEN_DEFECTS", note: string): Verdict {
  return { _tag: "Unestablished", reason, note, verification: { verifier: "declared", checks } }
}

function objectOf(value: JsonValue | undefined): JsonObject | null {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : []
}

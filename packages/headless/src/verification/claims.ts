import type { JsonObject, JsonValue } from "@byhand/envelope"
import type { Verdict } from "../operations/decide-attempt.ts"
import type { EventOf } from "../protocol/event.ts"

/** Says that a result rests on a claim that the host cannot check. */
export function unestablished(
  reason: EventOf<"CLOSED_UNVERIFIED">["reason"],
  note: string,
  programs: readonly JsonObject[]
): Verdict {
  return {
    _tag: "Unestablished",
    reason,
    note,
    verification: { verifier: "programs", programs: [...programs] }
  }
}

/** What a witness claims against there being a result, in a sentence; null when it claims nothing of the kind. */
export function claimedAgainst(witness: JsonValue | object | undefined): string | null {
  if (typeof witness !== "object" || witness === null || !("polarity" in witness)) return null
  if (witness.polarity !== "negative") return null
  const basis = "basis" in witness && witness.basis === "proof" ? "a proof" : "a search"
  return `It claims that there is no result, by ${basis} that the host cannot check.`
}

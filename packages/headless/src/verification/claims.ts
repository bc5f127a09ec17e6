import type { JsonObject, JsonValue } from "@byhand/envelope"
import type { Verdict } from "../operations/decide-attempt.ts"
import type { EventOf } from "../protocol/event.ts"

/** A claim that a result rests on and that the host cannot check, in a sentence. */
interface Claim {
  readonly reason: EventOf<"CLOSED_UNVERIFIED">["reason"]
  readonly note: string
}

/** The verdict on a result that rests on a claim. */
export function unestablished(claim: Claim, verification: JsonObject): Verdict {
  return { _tag: "Unestablished", ...claim, verification }
}

/** A positive result by argument. */
export const argued: Claim = {
  reason: "ARGUMENT",
  note: "It rests on an argument, and the host checks none."
}

/** A result that declares requirements open. */
export function declaredOpen(count: number): Claim {
  return { reason: "OPEN_DEFECTS", note: `It declares ${count} requirements open.` }
}

/** How many requirements a result declares open itself, however much of it can be read. */
export function openRequirements(ir: {
  readonly open_defects?: unknown
  readonly reconciliation?: unknown
}): number {
  const open = listOf(ir.reconciliation).filter(
    (one) => (one as { status?: unknown } | null)?.status === "open"
  )
  return listOf(ir.open_defects).length + open.length
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** What a witness claims against there being a result, in a sentence; null when it claims nothing of the kind. */
export function claimedAgainst(witness: JsonValue | object | undefined): string | null {
  if (typeof witness !== "object" || witness === null || !("polarity" in witness)) return null
  if (witness.polarity !== "negative") return null
  const basis = "basis" in witness && witness.basis === "proof" ? "a proof" : "a search"
  return `It claims that there is no result, by ${basis} that the host cannot check.`
}

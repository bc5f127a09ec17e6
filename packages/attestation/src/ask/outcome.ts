import type { Difference } from "../compare/difference.ts"
import type { AbsenceReason } from "../presence.ts"
import type { AttestationRecord } from "../record/record.ts"
import type { EndingSignal } from "../terminal/signals.ts"

/**
 * How asking ended. Only `Confirmed` means that the person typed the expected text; after all others nothing may be done.
 *
 * - `Confirmed`: typed exactly; `record` is to be kept
 * - `Mismatch`: something else was typed, an empty line and Ctrl-D included; `difference` has been shown on the terminal
 * - `Interrupted`: Ctrl-C, a signal, or the terminal went away (`SIGHUP`)
 * - `Unavailable`: there is no person at a terminal, or the terminal cannot be used; nothing was asked
 *
 * Requirement: REQ-C-036.
 *
 * @example
 * ```ts
 * import type { AskOutcome } from "@byhand/attestation"
 * const isApproved = (outcome: AskOutcome) => outcome._tag === "Confirmed"
 * console.log(isApproved({ _tag: "Unavailable", reason: "NON_INTERACTIVE" })) // false
 * ```
 */
export type AskOutcome =
  | { readonly _tag: "Confirmed"; readonly record: AttestationRecord }
  | { readonly _tag: "Mismatch"; readonly difference: Difference }
  | { readonly _tag: "Interrupted"; readonly signal: EndingSignal }
  | { readonly _tag: "Unavailable"; readonly reason: AbsenceReason }

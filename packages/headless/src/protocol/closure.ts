// Beside the events and not among them: who only says how a run ended needs no schema, and loads none.
import type { closingEvents } from "./closing-events.ts"

/** How a turn ended for good. */
export type RunClosure =
  | "CLOSED_SUCCESS"
  | "REFUSED"
  | "DIRECT_ANSWER"
  | "CLOSED_CANCELLED"
  | "CLOSED_UNVERIFIED"

/**
 * The closure that each closing event is; an event that is not here closes nothing.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { closureOfEvent } from "@byhand/headless"
 * console.log(closureOfEvent.VERIFICATION_FAILED, Object.hasOwn(closureOfEvent, "UNRESOLVED")) // CLOSED_CANCELLED false
 * ```
 */
export const closureOfEvent: Readonly<Record<keyof typeof closingEvents, RunClosure>> = Object.freeze({
  PROTOCOL_REFUSED: "REFUSED",
  DIRECT_ANSWER_GIVEN: "DIRECT_ANSWER",
  CANCEL: "CLOSED_CANCELLED",
  NEW_TASK: "CLOSED_CANCELLED",
  SESSION_CANCELLED: "CLOSED_CANCELLED",
  EFFECT_ABANDONED: "CLOSED_CANCELLED",
  PROTOCOL_BLOCKED: "CLOSED_CANCELLED",
  VERIFICATION_FAILED: "CLOSED_CANCELLED",
  CLOSED_SUCCESS: "CLOSED_SUCCESS",
  CLOSED_UNVERIFIED: "CLOSED_UNVERIFIED"
})

import type { JsonObject } from "@byhand/envelope"
import type { AnswerRecord } from "./answer-record.ts"
import type { NewEvent } from "./stored-event.ts"

/**
 * The events that the session itself understands; it passes on every other kind. Each function makes one, to be given to
 * `append`. What it carries besides is the caller's: `more`.
 *
 * Requirement: ADR-0019, turns and input requests. They never throw.
 *
 * @example
 * ```ts
 * import { sessionEvents } from "@byhand/headless"
 * const { kind, payload } = sessionEvents.effectInterrupted("I-0-A1", "SIGINT")
 * console.log(kind, JSON.stringify(payload)) // EFFECT_INTERRUPTED {"action_id":"I-0-A1","signal":"SIGINT"}
 * ```
 */
export const sessionEvents = {
  created: (sessionId: string, nonce: string) => event("SESSION_CREATED", { session_id: sessionId, nonce }),
  /** `previous` is the closed turn that this one carries on, or null. */
  turnOpened: (turnId: string, previous: string | null, more: JsonObject = {}) =>
    event("TURN_OPENED", { ...more, turn_id: turnId, previous }),
  /** `status` is the closure: "CLOSED_SUCCESS", "REFUSED", … */
  turnClosed: (turnId: string, status: string, more: JsonObject = {}) =>
    event("TURN_CLOSED", { ...more, turn_id: turnId, status }),
  /** From here until one of the next four, what the effect did outside is not known. `effect` is "model", "program", … */
  effectStarted: (actionId: string, effect: string, more: JsonObject = {}) =>
    event("EFFECT_STARTED", { ...more, action_id: actionId, effect }),
  /** The process of a program, before its first instruction: whoever takes up the session ends one that is still there. */
  programStarted: (actionId: string, process: JsonObject) =>
    event("PROGRAM_STARTED", { action_id: actionId, process }),
  effectFinished: (actionId: string, more: JsonObject = {}) =>
    event("EFFECT_FINISHED", { ...more, action_id: actionId }),
  effectInterrupted: (actionId: string, signal: string, more: JsonObject = {}) =>
    event("EFFECT_INTERRUPTED", { ...more, action_id: actionId, signal }),
  /** The decision to do again what may have been done: under a new action id. */
  effectRedone: (actionId: string, by: string) => event("EFFECT_REDONE", { action_id: actionId, by }),
  effectAbandoned: (actionId: string, by: string) => event("EFFECT_ABANDONED", { action_id: actionId, by }),
  /** `more` is the request: body, expected type, description. */
  inputRequested: (inputId: string, more: JsonObject = {}) =>
    event("INPUT_REQUESTED", { ...more, input_id: inputId }),
  inputWithdrawn: (inputId: string, more: JsonObject = {}) =>
    event("INPUT_WITHDRAWN", { ...more, input_id: inputId }),
  /** The claimed answer is the request's from here on. `record` is what `pendingAnswer` gave. */
  answerAccepted: (record: AnswerRecord) => event("ANSWER_ACCEPTED", { ...record }),
  /** What the run says at its end. It is the outcome of the latest answer, if that one has none yet. */
  outcomeRecorded: (outcome: JsonObject) => event("OUTCOME_RECORDED", outcome)
} as const

function event(kind: string, payload: JsonObject): NewEvent {
  return { kind, payload }
}

import type { JsonObject } from "@byhand/envelope"

/** What a session knows of itself at one point of its log. Plain JSON, and small however long the log is. */
export interface Ledger {
  /** Null in the log of a session whose creation was cut off. */
  readonly created: { readonly session_id: string; readonly nonce: string; readonly at_utc: string } | null
  /** The open turn. */
  readonly turn: OpenTurn | null
  /** The turn closed last. */
  readonly closed: { readonly turn_id: string; readonly status: string; readonly seq: number } | null
  /** Started, and neither finished nor settled: uncertain once no process is at work. */
  readonly effects: readonly EffectInFlight[]
  /** The input request made last. */
  readonly input: InputRequest | null
  /** How many there were: numbers are never used twice. */
  readonly counts: { readonly turns: number; readonly actions: number; readonly inputs: number }
}

/** The turn that is open: where it began. */
export interface OpenTurn {
  readonly turn_id: string
  readonly opened_at_utc: string
  readonly seq: number
  /** Of its first line in the log. */
  readonly offset: number
}

/** A model call or a program run that was started, and neither finished nor settled. */
export interface EffectInFlight {
  readonly action_id: string
  readonly effect: string
  readonly turn_id: string
  readonly seq: number
}

/** What the session asked for, and what became of it. */
export interface InputRequest {
  readonly input_id: string
  readonly turn_id: string
  /** What an answer to it is filed under. */
  readonly answer_id: string
  readonly state: "open" | "answered" | "withdrawn"
  /** The payload of the request as it was made. */
  readonly request: JsonObject
  readonly seq: number
}

export const emptyLedger: Ledger = {
  created: null,
  turn: null,
  closed: null,
  effects: [],
  input: null,
  counts: { turns: 0, actions: 0, inputs: 0 }
}

/**
 * The id of the next turn.
 *
 * @param ledger - of the session
 * @returns "turn_001" and so on: an id is never used twice. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { nextTurnId } from "@byhand/headless"
 * const counts = { turns: 1, actions: 4, inputs: 0 }
 * console.log(nextTurnId({ created: null, turn: null, closed: null, effects: [], input: null, counts })) // turn_002
 * ```
 */
export function nextTurnId({ counts }: Ledger): string {
  return `turn_${String(counts.turns + 1).padStart(3, "0")}`
}

/**
 * The id of the next effect.
 *
 * @param ledger - of the session
 * @returns an id that no other session has, so that it can be sent on as an idempotency key. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { nextActionId } from "@byhand/headless"
 * const created = { session_id: "S-1", nonce: "I-0123456789", at_utc: "2026-01-01T00:00:00.000Z" }
 * const counts = { turns: 1, actions: 4, inputs: 0 }
 * console.log(nextActionId({ created, turn: null, closed: null, effects: [], input: null, counts })) // I-0123456789-A5
 * ```
 */
export function nextActionId({ counts, created }: Ledger): string {
  return `${created?.nonce ?? "I"}-A${counts.actions + 1}`
}

/**
 * The id of the next input request.
 *
 * @param ledger - of the session
 * @returns "X-1" and so on: an id is never used twice in a session. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { nextInputId } from "@byhand/headless"
 * const counts = { turns: 1, actions: 4, inputs: 0 }
 * console.log(nextInputId({ created: null, turn: null, closed: null, effects: [], input: null, counts })) // X-1
 * ```
 */
export function nextInputId({ counts }: Ledger): string {
  return `X-${counts.inputs + 1}`
}

/** An answer belongs to one request of one turn. */
export function answerIdOf(turnId: string, inputId: string): string {
  return `${turnId}.${inputId}`
}

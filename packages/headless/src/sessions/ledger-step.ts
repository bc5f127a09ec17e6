import type { JsonObject } from "@byhand/envelope"
import {
  answerIdOf,
  type EffectInFlight,
  type InputRequest,
  type Ledger,
  nextActionId,
  nextInputId,
  nextTurnId,
  type OpenTurn
} from "./ledger.ts"
import type { StoredEvent } from "./stored-event.ts"

/** An event that the history before it does not allow. The message completes "it is not possible, because …". */
export class NotPossible extends Error {}

type Step = (ledger: Ledger, event: StoredEvent, offset: number) => Ledger

/**
 * The ledger after one more event.
 *
 * @param offset of the event's line in the log
 * @throws NotPossible
 */
export function ledgerStep(ledger: Ledger, event: StoredEvent, offset: number): Ledger {
  if (ledger.created === null) require(event.kind === "SESSION_CREATED", "the first event is SESSION_CREATED")
  // Own properties only: a kind is text from a file.
  return Object.hasOwn(steps, event.kind) ? (steps[event.kind] as Step)(ledger, event, offset) : ledger
}

const steps: Readonly<Record<string, Step>> = {
  SESSION_CREATED: (ledger, { payload, at_utc }) => {
    require(ledger.created === null, "the session is created already")
    return {
      ...ledger,
      created: { session_id: text(payload, "session_id"), nonce: text(payload, "nonce"), at_utc }
    }
  },
  TURN_OPENED: (ledger, { payload, seq, at_utc }, offset) => {
    require(ledger.turn === null, `${ledger.turn?.turn_id} is still open`)
    const turn_id = expected(payload, "turn_id", nextTurnId(ledger))
    const { previous } = payload
    require(previous === null ||
      previous === ledger.closed?.turn_id, "a turn carries on the turn closed last, or none")
    return {
      ...ledger,
      turn: { turn_id, opened_at_utc: at_utc, seq, offset },
      counts: { ...ledger.counts, turns: ledger.counts.turns + 1 }
    }
  },
  TURN_CLOSED: (ledger, { payload, seq }) => {
    const { turn_id } = openTurn(ledger)
    expected(payload, "turn_id", turn_id)
    require(ledger.effects.length === 0, `${ledger.effects[0]?.action_id} is not settled`)
    const input =
      ledger.input?.state === "open" ? { ...ledger.input, state: "withdrawn" as const } : ledger.input
    return { ...ledger, turn: null, closed: { turn_id, status: text(payload, "status"), seq }, input }
  },
  EFFECT_STARTED: (ledger, { payload, seq }) => {
    const { turn_id } = openTurn(ledger)
    const action_id = expected(payload, "action_id", nextActionId(ledger))
    const started: EffectInFlight = { action_id, effect: text(payload, "effect"), turn_id, seq }
    return {
      ...ledger,
      effects: [...ledger.effects, started],
      counts: { ...ledger.counts, actions: ledger.counts.actions + 1 }
    }
  },
  EFFECT_FINISHED: settled,
  EFFECT_INTERRUPTED: settled,
  EFFECT_REDONE: settled,
  EFFECT_ABANDONED: settled,
  INPUT_REQUESTED: (ledger, { payload, seq }) => {
    const { turn_id } = openTurn(ledger)
    require(ledger.input?.state !== "open", `${ledger.input?.input_id} still waits for its answer`)
    const input_id = expected(payload, "input_id", nextInputId(ledger))
    const answer_id = answerIdOf(turn_id, input_id)
    return {
      ...ledger,
      input: { input_id, turn_id, answer_id, state: "open", request: payload, seq },
      counts: { ...ledger.counts, inputs: ledger.counts.inputs + 1 }
    }
  },
  INPUT_WITHDRAWN: (ledger, { payload }) => ({
    ...ledger,
    input: { ...openInput(ledger, payload), state: "withdrawn" }
  }),
  ANSWER_ACCEPTED: (ledger, { payload }) => {
    const input = openInput(ledger, payload)
    expected(payload, "answer_id", input.answer_id)
    expected(payload, "turn_id", input.turn_id)
    text(payload, "answer")
    text(payload, "sha256")
    return { ...ledger, input: { ...input, state: "answered" } }
  }
}

function settled(ledger: Ledger, { payload }: StoredEvent): Ledger {
  const action = text(payload, "action_id")
  const effects = ledger.effects.filter(({ action_id }) => action_id !== action)
  require(effects.length < ledger.effects.length, `no effect ${action} is in flight`)
  return { ...ledger, effects }
}

function openTurn({ turn }: Ledger): OpenTurn {
  if (turn === null) throw new NotPossible("no turn is open")
  return turn
}

function openInput({ input }: Ledger, payload: JsonObject): InputRequest {
  if (input?.state !== "open") throw new NotPossible("no input request is open")
  expected(payload, "input_id", input.input_id)
  return input
}

function text(payload: JsonObject, key: string): string {
  const value = payload[key]
  if (typeof value !== "string" || value === "") throw new NotPossible(`its ${key} is not text`)
  return value
}

function expected(payload: JsonObject, key: string, value: string): string {
  require(payload[key] === value, `its ${key} should be ${value}`)
  return value
}

function require(holds: boolean, why: string): void {
  if (!holds) throw new NotPossible(why)
}

import { chainAfter } from "./chain.ts"
import type { TurnOpened } from "./event.ts"
import { type LogEvent, readLogEvent } from "./log-event.ts"
import { openTurn, type RunState } from "./state.ts"
import { transition } from "./transition.ts"

/** What an event of a log does to a session's latest turn. */
export type Replayed =
  | { readonly _tag: "Moved"; readonly state: RunState }
  /** The event is the log's own: the turn stays as it is. */
  | { readonly _tag: "Kept" }
  /** The event is not what its kind is, or the history before does not allow it. */
  | { readonly _tag: "Refused"; readonly message: string }

/**
 * The latest turn of a session after one more event of its log: what `transition` says of it, or the next turn where the one
 * before is closed.
 *
 * @param state - the latest turn before the event, or null when no turn was opened yet
 * @param stored - the event as the log keeps it
 * @returns the turn after it; `Kept` for the log's own events; `Refused` with a sentence otherwise. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { replay } from "@byhand/headless"
 * const turn = { turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null, request: "List the primes" }
 * const payload = { ...turn, review: "piped", max_repairs: null }
 * console.log(replay(null, { kind: "TURN_OPENED", payload })._tag) // Moved
 * console.log(replay(null, { kind: "CANCEL", payload: { by: "stdin", interpretation: null } })._tag) // Refused
 * ```
 */
export function replay(state: RunState | null, stored: LogEvent): Replayed {
  const read = readLogEvent(stored)
  switch (read._tag) {
    case "Other":
      return { _tag: "Kept" }
    case "Malformed":
      return {
        _tag: "Refused",
        message: `The event ${stored.kind} is not what it should be: ${read.message}.`
      }
    case "Opened":
      return opensAfter(state, read.event)
    default: {
      if (state === null)
        return { _tag: "Refused", message: `${stored.kind} is not possible before a turn is opened.` }
      const moved = transition(state, read.event)
      return moved._tag === "Moved" ? moved : { _tag: "Refused", message: moved.error.message }
    }
  }
}

function opensAfter(state: RunState | null, opened: TurnOpened): Replayed {
  const chain = chainAfter(state)
  if (chain._tag === "Open")
    return {
      _tag: "Refused",
      message: `The turn ${state?.turn_id} is still open: no other one begins before it is closed.`
    }
  const carriesOn = chain._tag === "Chained" ? [null, chain.previous] : [null]
  if (!carriesOn.includes(opened.previous))
    return {
      _tag: "Refused",
      message: `The turn ${opened.turn_id} does not carry on the one that was closed last.`
    }
  if (chain._tag === "Chained" && opened.previous !== null && opened.workspace_id !== chain.workspace_id)
    return { _tag: "Refused", message: `The turn ${opened.turn_id} carries on a turn of another workspace.` }
  return { _tag: "Moved", state: openTurn(opened) }
}

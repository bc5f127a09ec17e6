import { conditions } from "./conditions.ts"
import type { EventKind, RunEvent } from "./event.ts"
import { eventKinds } from "./event.ts"
import { type IllegalEvent, illegalEvent, type IllegalReason } from "./illegal-event.ts"
import { intentKinds } from "./intents.ts"
import { type Place, placeOf, type Stage } from "./stage.ts"
import { isClosed, type RunState } from "./state.ts"
import { transitions } from "./table.ts"
import { type Draft, updates } from "./updates.ts"

/** What an event comes to: another state, or a refusal that changes nothing. */
export type Transition =
  | { readonly _tag: "Moved"; readonly state: RunState }
  | { readonly _tag: "Illegal"; readonly error: IllegalEvent }

interface CompiledRow {
  readonly to: Stage | "SAME" | "BEFORE"
  readonly when: readonly ((state: RunState, event: RunEvent) => IllegalReason | null)[]
  readonly does: (next: Draft, event: RunEvent) => void
}

// The table's type has checked that a row names only conditions and updates that understand its event.
const rowsOf = new Map<EventKind, Map<Place, CompiledRow[]>>(eventKinds.map((kind) => [kind, new Map()]))
for (const { from, on, when, to, does } of transitions) {
  const row = {
    to,
    when: when.map((name) => conditions[name] as CompiledRow["when"][number]),
    does: updates[does] as CompiledRow["does"]
  }
  const places = rowsOf.get(on)
  for (const place of from) places?.set(place, [...(places.get(place) ?? []), row])
}

/**
 * The state after one more event. It is a pure, total function over the table: it decodes nothing, hashes nothing, and asks
 * no clock and no chance. Every id and hash comes in with the event.
 *
 * @param state - the state of a turn, made by `openTurn` and by this function alone
 * @param event - what happened
 * @returns `Moved` with the new state, or `Illegal` with the reason why the event is not possible; the given state is
 * never changed. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { openTurn, transition } from "@byhand/headless"
 * const opened = { kind: "TURN_OPENED", turn_id: "turn_001", workspace_id: "W-0123456789ab", previous: null } as const
 * const state = openTurn({ ...opened, request: "List the primes", review: "piped", max_repairs: null })
 * const moved = transition(state, { kind: "CANCEL", by: "stdin", interpretation: null })
 * console.log(moved._tag === "Illegal" && moved.error.reason) // intent_stage
 * ```
 */
export function transition(state: RunState, event: RunEvent): Transition {
  const { kind } = event
  if (isClosed(state)) return illegal("closed", state, kind)
  const rows = rowsOf.get(kind)?.get(placeOf(state.stage))
  if (rows === undefined) return illegal(reasonWithoutRow(kind), state, kind)
  let reason: IllegalReason = "event_stage"
  for (const row of rows) {
    const refused = refusalOf(row, state, event)
    if (refused === null) return { _tag: "Moved", state: after(row, state, event) }
    reason = refused
  }
  return illegal(reason, state, kind)
}

function refusalOf({ when }: CompiledRow, state: RunState, event: RunEvent): IllegalReason | null {
  for (const holds of when) {
    const refused = holds(state, event)
    if (refused !== null) return refused
  }
  return null
}

function after({ to, does }: CompiledRow, state: RunState, event: RunEvent): RunState {
  const next: Draft = { ...state }
  does(next, event)
  if (to === "BEFORE") next.stage = state.stage_before
  else if (to !== "SAME") next.stage = to
  return next
}

function reasonWithoutRow(kind: EventKind): IllegalReason {
  if ((intentKinds as readonly string[]).includes(kind)) return "intent_stage"
  return rowsOf.has(kind) ? "event_stage" : "unknown_event"
}

function illegal(reason: IllegalReason, { stage }: RunState, kind: EventKind): Transition {
  return { _tag: "Illegal", error: illegalEvent(reason, kind, stage) }
}

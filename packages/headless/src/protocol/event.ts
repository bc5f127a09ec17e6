import * as Schema from "effect/Schema"
import { closingEvents } from "./closing-events.ts"
import { controllerEvents, effectEvents } from "./controller-events.ts"
import { NonBlank } from "./fields.ts"
import { type IntentKind, intents } from "./intents.ts"
import { openingEvents } from "./opening-events.ts"

/** The schema of every event that can happen to an open turn, by its kind. */
export const eventSchemas = {
  ...openingEvents,
  ...intents,
  ...effectEvents,
  ...controllerEvents,
  ...closingEvents
} as const

/** The event that opens a turn: where a state begins, not something that happens to one. */
export const TurnOpened = Schema.Struct({
  kind: Schema.Literal("TURN_OPENED"),
  turn_id: NonBlank,
  workspace_id: NonBlank,
  /** The closed turn that this one carries on, or null. */
  previous: Schema.NullOr(NonBlank),
  /** The request, which no later input replaces. */
  request: NonBlank,
  /** "none": the run is carried out without its gates. */
  review: Schema.Literals(["piped", "none"]),
  /** Overrides the tier's repairs; 0 retries nothing at all. */
  max_repairs: Schema.NullOr(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  /** True: only a program that the host ran can establish the result. */
  verified: Schema.optionalKey(Schema.Boolean)
})
export type TurnOpened = typeof TurnOpened.Type

/** The name of an event. */
export type EventKind = keyof typeof eventSchemas

/** The event of a kind. */
export type EventOf<K extends EventKind> = (typeof eventSchemas)[K]["Type"]

/** Anything that can happen to an open turn. */
export type RunEvent = { readonly [K in EventKind]: EventOf<K> }[EventKind]

/** A decision of a person, as the event that records it. */
export type Intent = EventOf<IntentKind>

/** An event that ends a turn for good. */
export type ClosingEvent = EventOf<keyof typeof closingEvents>

/** The names of all events. */
export const eventKinds = Object.keys(eventSchemas) as readonly EventKind[]

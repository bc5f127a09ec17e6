import type { JsonObject } from "@byhand/envelope"
import * as Schema from "effect/Schema"
import { type EventKind, eventSchemas, type RunEvent, TurnOpened } from "./event.ts"

/** An event as a log keeps it. */
export interface LogEvent {
  readonly kind: string
  readonly payload: JsonObject
}

/** What a log's event is to a run. */
export type ReadEvent =
  | { readonly _tag: "Happened"; readonly event: RunEvent }
  | { readonly _tag: "Opened"; readonly event: TurnOpened }
  /** A kind that no run knows: the log's own. */
  | { readonly _tag: "Other" }
  | { readonly _tag: "Malformed"; readonly message: string }

/**
 * The form in which a log keeps an event of a run.
 *
 * @param event - the event
 * @returns its kind, and everything else of it as the payload. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { logEvent } from "@byhand/headless"
 * const { kind, payload } = logEvent({ kind: "SESSION_CANCELLED", by: "argument" })
 * console.log(kind, JSON.stringify(payload)) // SESSION_CANCELLED {"by":"argument"}
 * ```
 */
export function logEvent(event: RunEvent | TurnOpened): LogEvent {
  const { kind, ...payload } = event
  return { kind, payload: payload as unknown as JsonObject }
}

const decoders = new Map(
  Object.entries({ ...eventSchemas, TURN_OPENED: TurnOpened } as Readonly<
    Record<EventKind | "TURN_OPENED", Schema.Decoder<RunEvent | TurnOpened>>
  >).map(([kind, schema]) => [kind, Schema.decodeUnknownResult(schema)] as const)
)

/**
 * Reads an event of a log back. Keys that the event does not have are left out.
 *
 * @param stored - an event as a log keeps it
 * @returns the event; `Other` for a kind that is the log's own; `Malformed` for a payload that is not that of its kind.
 * It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { readLogEvent } from "@byhand/headless"
 * console.log(readLogEvent({ kind: "CANCEL", payload: { by: "stdin", interpretation: null } })._tag) // Happened
 * console.log(readLogEvent({ kind: "CANCEL", payload: { by: "env" } })._tag) // Malformed
 * ```
 */
export function readLogEvent({ kind, payload }: LogEvent): ReadEvent {
  const decode = decoders.get(kind)
  if (decode === undefined) return { _tag: "Other" }
  const read = decode({ ...payload, kind })
  if (read._tag === "Failure") return { _tag: "Malformed", message: read.failure.message }
  return read.success.kind === "TURN_OPENED"
    ? { _tag: "Opened", event: read.success }
    : { _tag: "Happened", event: read.success }
}

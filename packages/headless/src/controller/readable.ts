import type { RunEvent, TurnOpened } from "../protocol/event.ts"
import { harnessError } from "../protocol/harness-error.ts"
import { type LogEvent, logEvent, readLogEvent } from "../protocol/log-event.ts"
import { HarnessFailure } from "../services/harness-failure.ts"

/**
 * An event as a log keeps it. A log with an event that cannot be read back is no session any more, so none is ever written.
 *
 * @throws HarnessFailure when an event is not what its kind is, because a service gave something else than its type says
 */
export function readable(event: RunEvent | TurnOpened): LogEvent {
  const stored = logEvent(event)
  const read = readLogEvent(stored)
  if (read._tag !== "Malformed") return stored
  const message = `What a service gave cannot be recorded as ${event.kind}: ${read.message}.`
  throw new HarnessFailure(harnessError({ code: "HARNESS_EXCEPTION", message }))
}

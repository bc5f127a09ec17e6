import { setTimeout as sleep } from "node:timers/promises"
import type { Decision } from "./decision.ts"
import type { DecisionStore } from "./store.ts"

/** How long a change may go unnoticed, in milliseconds. A file that is replaced is seen this way on every file system. */
const everyMs = 200

/**
 * Each decision as it stands, and then each one that is new or stands otherwise, in the order of the file. A decision that is
 * purged is no longer there to show.
 *
 * @param signal ends it, without an error; once all are shown as they stand when it is aborted before
 * @throws CommandError `DECISIONS_UNREADABLE` (1)
 */
export async function* changesOf(store: DecisionStore, signal: AbortSignal): AsyncGenerator<Decision> {
  let known = new Map<string, string>()
  for (;;) {
    const now = await store.list()
    const seen = new Map(now.map((decision) => [decision.id, JSON.stringify(decision)]))
    for (const decision of now) if (known.get(decision.id) !== seen.get(decision.id)) yield decision
    known = seen
    if (signal.aborted) return
    await sleep(everyMs, undefined, { signal }).catch(() => {})
  }
}

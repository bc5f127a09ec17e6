import { isClosed } from "../protocol/state.ts"
import type { Halt } from "./halt.ts"
import type { Journal } from "./journal.ts"
import { settleEffect } from "./settle-effect.ts"

/** Records what ended a run before it ended by itself. A turn that is closed, or uncertain, stays as it is. */
export function recordHalt(journal: Journal, halt: Halt): void {
  settleEffect(journal, halt)
  const { state } = journal
  if (isClosed(state) || state.stage === "OUTCOME_UNCERTAIN") return
  if (halt._tag === "Stopped") journal.record({ kind: "TURN_INTERRUPTED", signal: halt.signal })
  else {
    const { code, operation, message } = halt.error
    journal.record({ kind: "HARNESS_FAILED", code, operation, message })
  }
}

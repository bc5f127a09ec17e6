import type { Halt } from "./halt.ts"
import type { Journal } from "./journal.ts"

/**
 * Records how the call ended that is under way in this process, if one is. One that a signal cut short is known not to count;
 * one that failed, or was given up at the deadline, is over. A call of a process that is gone is left uncertain.
 */
export function settleEffect(journal: Journal, halt: Halt): void {
  const { in_flight, stage } = journal.state
  if (in_flight === null || stage === "OUTCOME_UNCERTAIN") return
  const { action_id } = in_flight
  if (halt._tag === "Stopped") journal.record({ kind: "EFFECT_INTERRUPTED", action_id, signal: halt.signal })
  else
    journal.record({
      kind: "EFFECT_FINISHED",
      action_id,
      status: "failed",
      reply: halt.message,
      cut_off: false,
      input_tokens: null,
      output_tokens: null
    })
}

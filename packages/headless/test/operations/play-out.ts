import { decideVerdict, type Verdict } from "../../src/operations/decide-attempt.ts"
import { decideLine } from "../../src/operations/decide-lines.ts"
import { bound } from "../../src/operations/decide-opening.ts"
import { decide } from "../../src/operations/decide.ts"
import { nextStep } from "../../src/protocol/next-step.ts"
import type { RunEvent } from "../../src/protocol/event.ts"
import type { HarnessError } from "../../src/protocol/harness-error.ts"
import type { Operation } from "../../src/protocol/operation.ts"
import { outcomeOf } from "../../src/protocol/outcome-of.ts"
import type { RunOutcome } from "../../src/protocol/outcome.ts"
import type { RunState } from "../../src/protocol/state.ts"
import { eventOf, play, started } from "../protocol/play.ts"
import { mint } from "./mint.ts"

/** What a run is played with: the replies of each operation in their order, the lines of stdin, and the verdicts. */
export interface Script {
  readonly replies: Partial<Record<Operation, readonly (string | object)[]>>
  readonly lines?: readonly string[]
  readonly verdicts?: readonly Verdict[]
}

export interface Played {
  readonly state: RunState
  readonly outcome: RunOutcome
  /** The operations that were called, in their order. */
  readonly calls: readonly Operation[]
  readonly events: readonly RunEvent[]
}

const established: Verdict = { _tag: "Established", verification: { checks: ["primes"] } }

/** Plays a turn to its end with nothing but the pure functions: what a controller does, without its services. */
export function playOut(turn: RunState, script: Script): Played {
  const lines = [...(script.lines ?? [])]
  const verdicts = [...(script.verdicts ?? [])]
  const events: RunEvent[] = []
  const calls: Operation[] = []
  let state = turn
  const take = (...happened: readonly RunEvent[]): void => {
    state = play(state, ...happened)
    events.push(...happened)
  }
  const call = (operation: Operation): void => {
    const start = started(state, operation)
    const reply = script.replies[operation]?.[start.ordinal - 1]
    if (reply === undefined) throw new Error(`No reply for ${operation} ${start.ordinal}.`)
    calls.push(operation)
    const { action_id } = start
    const text = typeof reply === "string" ? reply : JSON.stringify(reply)
    take(start)
    take({ ...eventOf("EFFECT_FINISHED", state), action_id, status: "replied", reply: text })
  }
  const stop = (error?: HarnessError): Played => ({
    state,
    outcome: outcomeOf(state, { error }),
    calls,
    events
  })

  for (;;) {
    const step = nextStep(state)
    if (step._tag === "Call") {
      if (step.operation === "BUDGET") take({ kind: "BUDGET_ROUTED", action_id: null, tier: "STANDARD" })
      else call(step.operation)
    } else if (step._tag === "Bind") take(bound(mint))
    else if (step._tag === "Verify")
      take(...decideVerdict(state, verdicts.shift() ?? established, mint).events)
    else if (step._tag === "Decide") {
      const decision = decide(state, step.reply, mint)
      if (decision._tag === "Retry") call(step.reply.operation)
      else if (decision._tag === "Service") throw new Error("No service decides here.")
      else take(...decision.events)
      if (decision._tag === "Fail") return stop(decision.error)
    } else if (step._tag === "Review" || step._tag === "Ask") {
      const line = lines.shift()
      if (line === undefined) return stop()
      const decision = decideLine(state, line, "stdin", mint)
      if (decision._tag === "Quit") return stop()
      if (decision._tag === "Events") take(...decision.events)
    } else return stop()
  }
}

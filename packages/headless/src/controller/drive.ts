import * as Effect from "effect/Effect"
import { nextStep } from "../protocol/next-step.ts"
import { bound } from "../operations/decide-opening.ts"
import { takeGivenAnswer } from "./answers.ts"
import { askModel } from "./ask-model.ts"
import { decideReply, takeInput, takeLine, verifyAttempt } from "./decision-steps.ts"
import type { Halt } from "./halt.ts"
import { turnAfter } from "./next-turn.ts"
import { estimateTurn, routeTurn } from "./open-turn-steps.ts"
import type { Run } from "./run.ts"

/**
 * Drives a run from wherever it stands until it ends, pauses, or is halted. The state alone decides what is next, and
 * everything that happens is an event in the journal.
 */
export const drive = Effect.fnUntraced(function* (run: Run): Effect.fn.Return<void, Halt> {
  const { journal } = run
  for (;;) {
    yield* run.halts.check
    if (yield* takeGivenAnswer(journal)) continue
    const step = nextStep(journal.state)
    switch (step._tag) {
      case "Call":
        if (step.operation === "ACTIVATION") yield* routeTurn(run)
        else if (step.operation === "BUDGET") yield* estimateTurn(run)
        else if (step.operation !== "RUN_PROGRAM") yield* askModel(run, step.operation, null)
        break
      case "Decide":
        yield* decideReply(run, step)
        break
      case "Bind":
        journal.record(bound(journal.mint()))
        break
      case "Verify":
        yield* verifyAttempt(run)
        break
      case "Review":
        if ((yield* takeLine(run, { ...step, _tag: "Gate" })) === "Stop") return
        break
      case "Ask":
        if ((yield* takeInput(run, step)) === "Stop") return
        break
      case "Ended":
        if (!turnAfter(journal)) return
        break
      default:
        return
    }
  }
})

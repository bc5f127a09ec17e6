import * as Effect from "effect/Effect"
import { decide } from "../operations/decide.ts"
import { decideLine } from "../operations/decide-lines.ts"
import { candidateOf, decideVerdict } from "../operations/decide-attempt.ts"
import type { RunEvent } from "../protocol/event.ts"
import type { NextStep } from "../protocol/next-step.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { DecisionPoint, Notice } from "../services/lines.ts"
import { claimLine, takeGivenAnswer } from "./answers.ts"
import { askModel } from "./ask-model.ts"
import { guarded } from "./guarded.ts"
import { estimateTurn } from "./open-turn-steps.ts"
import { programRecorder } from "./record-program.ts"
import type { Run } from "./run.ts"
import { settleEffect } from "./settle-effect.ts"

type Step<Tag extends NextStep["_tag"]> = Extract<NextStep, { readonly _tag: Tag }>

/** Decides on the reply that waits. */
export const decideReply = Effect.fnUntraced(function* (run: Run, { reply }: Step<"Decide">) {
  const { journal } = run
  const decision = decide(journal.state, reply, journal.mint())
  switch (decision._tag) {
    case "Events":
      return yield* happen(run, decision.events)
    case "Retry":
      return reply.operation === "BUDGET" || reply.operation === "RUN_PROGRAM"
        ? undefined
        : yield* askModel(run, reply.operation, decision.feedback)
    case "Service":
      return yield* estimateTurn(run)
    default:
      return yield* Effect.fail(new HarnessFailure(decision.error))
  }
})

/** Gives the attempt to the verifier. If verifying may take long, the reply is on the device before. */
export const verifyAttempt = Effect.fnUntraced(function* (run: Run) {
  const { journal } = run
  if (run.verifier.isImmediate !== true) yield* journal.flush()
  const { state } = journal
  const { action_id, result } = candidateOf(state)
  const candidate = {
    session_id: journal.id,
    turn_id: state.turn_id,
    action_id,
    request: state.request,
    prompt: state.prompt?.body ?? null,
    plan: state.plan?.body ?? null,
    body: result.body,
    result_ir: result.result_ir ?? null,
    verified: state.verified
  }
  const verdict = yield* Effect.tapError(
    guarded(run, "RUN_PROGRAM", () => run.verifier.verify(candidate, programRecorder(journal))),
    (halt) => Effect.sync(() => settleEffect(journal, halt))
  )
  journal.record(...decideVerdict(journal.state, verdict, journal.mint()).events)
})

/**
 * Takes one line where a person may decide.
 *
 * @returns "Stop" when there is none, and the run pauses
 */
export const takeLine = Effect.fnUntraced(function* (run: Run, point: DecisionPoint) {
  const { journal, lines } = run
  yield* journal.flush()
  const line = yield* guarded(run, null, () => lines.next(point))
  if (line === null) return "Stop"
  const decision = decideLine(journal.state, line, lines.by, journal.mint())
  switch (decision._tag) {
    case "Events":
      yield* happen(run, decision.events)
      return "Go"
    case "Quit":
      return "Stop"
    case "Guidance":
      yield* lines.say({ _tag: "Guidance", at: point._tag })
      return "Go"
    case "UnknownCommand":
      yield* lines.say(decision)
      return "Go"
    default:
      return "Go"
  }
})

/** Where a task waits for input: an answer that another process left is taken before any line. */
export const takeInput = Effect.fnUntraced(function* (run: Run, { input }: Step<"Ask">) {
  const { journal, lines, askedBefore } = run
  // An answer is to a request that the log has: one that was made only now has none, and is not waited for here.
  if (yield* takeGivenAnswer(journal)) return "Go"
  const mayAnswer = lines.by === "terminal" || input.input_id === askedBefore
  return mayAnswer ? yield* takeLine(run, { _tag: "Question", input }) : "Stop"
})

/** Records decisions, and says to the person what they are to know of them. */
const happen = Effect.fnUntraced(function* (run: Run, events: readonly RunEvent[]) {
  for (const event of events) {
    if (event.kind === "SUPPLY_EXECUTION_INPUT") yield* claimLine(run, event)
    run.journal.record(event)
    const notice = noticeOf(event)
    if (notice !== null) yield* run.lines.say(notice)
  }
})

function noticeOf(event: RunEvent): Notice | null {
  switch (event.kind) {
    case "QUESTION_ANSWERED":
      return { _tag: "Answered", text: event.text }
    case "UNRESOLVED":
      return { _tag: "Unresolved" }
    case "SUBSTANTIVE_DISCUSSION":
      return { _tag: "AfterConfirmations" }
    default:
      return null
  }
}

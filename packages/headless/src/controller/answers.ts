import * as Effect from "effect/Effect"
import type { EventOf } from "../protocol/event.ts"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { AnswerRecord } from "../sessions/answer-record.ts"
import { sessionEvents } from "../sessions/event-kinds.ts"
import type { Journal } from "./journal.ts"
import type { Run } from "./run.ts"

/** Takes an answer that was claimed by the process that got it: it is never interpreted. */
export function acceptAnswer(journal: Journal, answer: AnswerRecord): void {
  // A line that was being read when the answer came is not an answer any more.
  if (journal.state.undecided !== null)
    journal.record({
      kind: "HARNESS_FAILED",
      code: "ANSWERED_MEANWHILE",
      operation: journal.state.undecided.operation,
      message: "The request was answered while a line was being read, and the line is dropped."
    })
  journal.keep(sessionEvents.answerAccepted(answer))
  journal.record({
    kind: "SUPPLY_EXECUTION_INPUT",
    by: sourceOf(answer.by),
    interpretation: null,
    source: answer.answer,
    input_id: answer.input_id,
    defaulted: false
  })
}

function sourceOf(by: string): "stdin" | "terminal" | "argument" {
  return by === "terminal" || by === "argument" ? by : "stdin"
}

/**
 * Claims a line as the answer, like every answer is: of any number of processes, one answers. Fails with ANSWER_CONFLICT
 * when another one was first.
 */
export const claimLine = Effect.fnUntraced(function* (
  { journal, claim }: Run,
  { source, input_id, by }: EventOf<"SUPPLY_EXECUTION_INPUT">
) {
  yield* claim({ answer: source, by, inputId: input_id })
  const record = yield* journal.pendingAnswer()
  if (record === undefined) return yield* Effect.fail(notClaimed(input_id))
  journal.keep(sessionEvents.answerAccepted(record))
})

function notClaimed(input_id: string): HarnessFailure {
  const message = `The answer to ${input_id} was claimed, and is not there any more.`
  return new HarnessFailure(harnessError({ code: "SESSION_UNREADABLE", message }))
}

import * as Effect from "effect/Effect"
import type { EventOf } from "../protocol/event.ts"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { AnswerRecord } from "../sessions/answer-record.ts"
import { sessionEvents } from "../sessions/event-kinds.ts"
import type { Journal } from "./journal.ts"
import type { Run } from "./run.ts"

/**
 * Takes the answer that another process left for the open request, before anything else is done about the request.
 *
 * @returns whether there was one
 */
export function takeGivenAnswer(journal: Journal): Effect.Effect<boolean, HarnessFailure> {
  const { pending_input, in_flight } = journal.state
  if (pending_input === null || in_flight !== null) return Effect.succeed(false)
  return Effect.map(journal.pendingAnswer(), (answer) => {
    if (answer === undefined || isOwnLine(journal, answer)) return false
    acceptAnswer(journal, answer)
    return true
  })
}

/** A line that this run had claimed as the answer, before it was killed, is decided on as it was. */
function isOwnLine({ state: { undecided, pending_line } }: Journal, { answer }: AnswerRecord): boolean {
  return undecided !== null && pending_line?.text === answer
}

/** Takes an answer that was claimed by the process that got it: it is never interpreted. */
function acceptAnswer(journal: Journal, answer: AnswerRecord): void {
  const { undecided, pending_line, pending_change } = journal.state
  // What a line said before the answer came is not what the person wants any more.
  if (undecided !== null || pending_line !== null || pending_change !== null)
    journal.record({
      kind: "HARNESS_FAILED",
      code: "ANSWERED_MEANWHILE",
      operation: undecided?.operation ?? null,
      message: "The request was answered while a line was being acted on, and the line is dropped."
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
  // How the line was read is on the device first: it is not read again after a crash.
  yield* journal.flush()
  yield* claim({ answer: source, by, inputId: input_id })
  const record = yield* journal.pendingAnswer()
  if (record === undefined) return yield* Effect.fail(notClaimed(input_id))
  journal.keep(sessionEvents.answerAccepted(record))
})

function notClaimed(input_id: string): HarnessFailure {
  const message = `The answer to ${input_id} was claimed, and is not there any more.`
  return new HarnessFailure(harnessError({ code: "SESSION_UNREADABLE", message }))
}

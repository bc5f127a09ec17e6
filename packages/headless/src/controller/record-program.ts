import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { nextOrdinal } from "../protocol/due.ts"
import { ProgramRun } from "../sandbox/program.ts"
import type { HarnessFailure } from "../services/harness-failure.ts"
import type { RecordProgram } from "../services/candidate.ts"
import { sessionEvents } from "../sessions/event-kinds.ts"
import { nextActionId } from "../sessions/ledger.ts"
import type { Journal } from "./journal.ts"

/**
 * Runs the programs of one attempt, each between two durable records. The process is on the device before its first
 * instruction, so that whoever takes up the session ends a program that outlived its host. One that is on record is not run.
 */
export function programRecorder(journal: Journal): RecordProgram {
  let asked = 0
  return (run) =>
    Effect.suspend(() => {
      const recorded = journal.state.execution.candidate?.programs[asked]
      asked += 1
      return recorded === undefined ? recordedRun(journal, run) : Effect.succeed(readRun(recorded))
    })
}

const recordedRun = Effect.fnUntraced(function* (
  journal: Journal,
  run: Parameters<RecordProgram>[0]
): Effect.fn.Return<ProgramRun, HarnessFailure> {
  const action_id = nextActionId(journal.ledger)
  const operation = "RUN_PROGRAM"
  const ordinal = nextOrdinal(journal.state, operation)
  journal.record({ kind: "EFFECT_STARTED", effect: "program", action_id, operation, ordinal, attempt: 1 })
  yield* journal.flush()
  const ended = yield* run((process) => {
    journal.keep(sessionEvents.programStarted(action_id, { ...process }))
    return journal.flush()
  })
  const reply = JSON.stringify(ended)
  const tokens = { input_tokens: null, output_tokens: null }
  journal.record({ kind: "EFFECT_FINISHED", action_id, status: "replied", reply, cut_off: false, ...tokens })
  return ended
})

const readRun = Schema.decodeUnknownSync(Schema.fromJsonString(ProgramRun))

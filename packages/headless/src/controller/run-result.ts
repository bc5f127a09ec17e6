import { RunExit, type RunEnding } from "@byhand/exit-codes"
import * as Schema from "effect/Schema"
import { Finding, FreeObject } from "../protocol/fields.ts"
import type { RunClosure } from "../protocol/closing-events.ts"
import { closureOfEvent } from "../protocol/closing-events.ts"
import { type Stage, stages } from "../protocol/stage.ts"

const names = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  Schema.Literals(Object.keys(table) as [Name, ...Name[]])
const closures = [...new Set(Object.values(closureOfEvent))] as [RunClosure, ...RunClosure[]]
const text = Schema.NullOr(Schema.String)
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))

/** What a run says at its end: the `data` of its envelope. */
export const RunResult = Schema.Struct({
  /** Null when no session was made. */
  session_id: text,
  turn_id: text,
  /** Null before a controller exists. */
  stage: Schema.NullOr(names<Stage>(stages)),
  /** Why the process ended: finer than the exit code. */
  ending: names<RunEnding>(RunExit),
  /** Null while the turn is open: it is paused, failed or interrupted, and can be driven on. */
  closure: Schema.NullOr(Schema.Literals(closures)),
  exit_code: Schema.Literals([0, 1, 2, 3, 4, 5, 130, 143]),
  deliverable: Schema.NullOr(
    Schema.Struct({
      text: Schema.String,
      /** Of the deliverable as the model gave it: `text` has its control sequences removed. */
      sha256: Schema.String,
      /** True only for CLOSED_SUCCESS. */
      verified: Schema.Boolean
    })
  ),
  /** What is published in place of a deliverable: a refusal, a direct answer, or a candidate that failed. */
  published: text,
  /** The boundary that a refusal names. */
  blocking_basis: text,
  /** What is shown at the gate that nobody confirmed. */
  gate: Schema.NullOr(
    Schema.Struct({ gate: Schema.String, artifact_id: Schema.String, body: Schema.String })
  ),
  /** What is asked for. `expected_type` is free text. */
  question: Schema.NullOr(
    Schema.Struct({
      input_id: Schema.String,
      body: Schema.String,
      expected_type: Schema.String,
      description: Schema.String
    })
  ),
  verification: Schema.NullOr(
    Schema.Struct({
      status: Schema.Literals(["ESTABLISHED", "UNESTABLISHED", "FAILED"]),
      /** Why it could not be established. */
      reason: text,
      note: text,
      findings: Schema.Array(Finding),
      /** What the verifier has to say. */
      details: FreeObject
    })
  ),
  /** Of the turn, over all the processes that worked on it. */
  usage: Schema.Struct({ calls: count, input_tokens: count, output_tokens: count }),
  /** How to go on; null when there is nothing to go on with. */
  resume: Schema.NullOr(
    Schema.Struct({
      action: Schema.Literals(["answer", "resume", "decide"]),
      session_id: Schema.String,
      /** The command line of the program that ran, when it told its name. */
      command: text
    })
  )
})
export type RunResult = typeof RunResult.Type

import { RunExit, type RunEnding } from "@byhand/exit-codes"
import * as Schema from "effect/Schema"
import { closureOfEvent, type RunClosure } from "../protocol/closure.ts"
import { Finding, FreeObject } from "../protocol/fields.ts"
import { type Stage, stages } from "../protocol/stage.ts"

const names = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  Schema.Literals(Object.keys(table) as [Name, ...Name[]])
const closures = [...new Set(Object.values(closureOfEvent))] as [RunClosure, ...RunClosure[]]
const text = Schema.NullOr(Schema.String)
const count = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const say = (description: string) => ({ description })

const Deliverable = Schema.Struct({
  text: Schema.String.annotate(say("Plain text: control sequences are removed")),
  sha256: Schema.String.annotate(say("Of the UTF-8 bytes of the deliverable as it was given")),
  verified: Schema.Boolean.annotate(say("True only when the closure is CLOSED_SUCCESS"))
})
const Gate = Schema.Struct({ gate: Schema.String, artifact_id: Schema.String, body: Schema.String })
const Question = Schema.Struct({
  input_id: Schema.String,
  body: Schema.String,
  expected_type: Schema.String.annotate(say("Free text of any length, for whoever answers")),
  description: Schema.String
})
const Verification = Schema.Struct({
  status: Schema.Literals(["ESTABLISHED", "UNESTABLISHED", "FAILED"]),
  reason: text.annotate(say("Why it could not be established")),
  note: text,
  findings: Schema.Array(Finding),
  details: FreeObject.annotate(say("What the verifier has to say"))
})
const Resume = Schema.Struct({
  action: Schema.Literals(["answer", "resume", "decide"]),
  session_id: Schema.String,
  command: text.annotate(say("A line for a shell, when the program told its name"))
})

/**
 * The schema of what a run says at its end: the `data` of its envelope. Published as `schema/run-result.json`.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { harnessError, reportOf, RunResult } from "@byhand/headless"
 * import * as Schema from "effect/Schema"
 * const error = harnessError({ code: "EMPTY_INPUT", message: "There is no request: stdin was empty." })
 * const usage = { calls: 0, input_tokens: 0, output_tokens: 0 }
 * const nothing = { session_id: null, state: null, usage, program: null }
 * const { envelope } = reportOf({ ending: "HARNESS_ERROR", error, warnings: [] }, nothing, 12)
 * console.log(Schema.is(RunResult)(envelope.data)) // true
 * ```
 */
export const RunResult = Schema.Struct({
  session_id: text.annotate(say("Null when no session was made, or none could be had")),
  turn_id: text,
  stage: Schema.NullOr(names<Stage>(stages)).annotate(say("Null before a controller exists")),
  ending: names<RunEnding>(RunExit).annotate(say("Why the process ended: finer than its exit code")),
  closure: Schema.NullOr(Schema.Literals(closures)).annotate(
    say("Null while the turn is open: paused, failed or interrupted, it can be driven on")
  ),
  exit_code: Schema.Literals([0, 1, 2, 3, 4, 5, 130, 143]),
  deliverable: Schema.NullOr(Deliverable),
  published: text.annotate(
    say("In place of a deliverable: a refusal, a direct answer, or a candidate that failed")
  ),
  blocking_basis: text.annotate(say("The boundary that a refusal names")),
  gate: Schema.NullOr(Gate).annotate(say("What is shown at the gate that nobody confirmed")),
  question: Schema.NullOr(Question).annotate(say("What is asked for")),
  verification: Schema.NullOr(Verification),
  usage: Schema.Struct({ calls: count, input_tokens: count, output_tokens: count }).annotate(
    say("Of the turn, over all the processes that worked on it; tokens of the calls whose provider told")
  ),
  resume: Schema.NullOr(Resume).annotate(say("How to go on; null when there is nothing to go on with"))
})
export type RunResult = typeof RunResult.Type

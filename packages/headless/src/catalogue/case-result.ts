import * as Schema from "effect/Schema"
import { NonBlank } from "../protocol/fields.ts"

/**
 * The schema of a line of a catalogue's results: how the run of one case ended.
 *
 * Requirement: ADR-0019, decision 4
 *
 * @example
 * ```ts
 * import { CaseResult } from "@byhand/headless/catalogue"
 * console.log(Object.keys(CaseResult.fields).join(" ")) // id exit_code closure stage verification grade killed
 * ```
 */
export const CaseResult = Schema.Struct({
  id: NonBlank,
  /** Null when the runner ended the process: that says nothing about the model. */
  exit_code: Schema.NullOr(Schema.Int),
  closure: Schema.NullOr(
    Schema.Literals(["CLOSED_SUCCESS", "REFUSED", "DIRECT_ANSWER", "CLOSED_CANCELLED", "CLOSED_UNVERIFIED"])
  ),
  stage: Schema.NullOr(Schema.String),
  verification: Schema.NullOr(Schema.Literals(["established", "unestablished", "failed"])),
  /** What a grader says of the deliverable; null when nobody graded. */
  grade: Schema.NullOr(Schema.Literals(["PASS", "FAIL", "MANUAL", "N/A"])),
  /** Why the runner ended the process, if it did. */
  killed: Schema.optionalKey(Schema.Literals(["timeout", "memory", "interrupted", "not_started"]))
})
export type CaseResult = typeof CaseResult.Type

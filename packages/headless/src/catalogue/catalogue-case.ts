import * as Schema from "effect/Schema"
import { NonBlank } from "../protocol/fields.ts"

/**
 * What a case may expect: every ending that a run may have by itself. A harness error is none, and no case can name it.
 *
 * Requirement: ADR-0019, decision 4
 *
 * @example
 * ```ts
 * import { ExpectedStage } from "@byhand/headless/catalogue"
 * import * as Schema from "effect/Schema"
 * console.log(Schema.is(ExpectedStage)("WAITING_INPUT"), Schema.is(ExpectedStage)("HARNESS_ERROR")) // true false
 * ```
 */
export const ExpectedStage = Schema.Literals([
  "CLOSED_SUCCESS",
  "CLOSED_CANCELLED",
  "CLOSED_UNVERIFIED",
  "WAITING_INPUT",
  "UNCONFIRMED_GATE",
  "REFUSED",
  "DIRECT_ANSWER"
])
export type ExpectedStage = typeof ExpectedStage.Type

/**
 * The schema of a line of a catalogue's manifest. Keys that are not named here are kept out.
 *
 * Requirement: ADR-0019, decision 4
 *
 * @example
 * ```ts
 * import { CatalogueCase } from "@byhand/headless/catalogue"
 * console.log(Object.keys(CatalogueCase.fields).includes("expected_stage")) // true
 * ```
 */
export const CatalogueCase = Schema.Struct({
  id: NonBlank,
  category: NonBlank,
  /** The file of the prompt, from the folder of the manifest. */
  file: NonBlank,
  difficulty: Schema.optionalKey(Schema.Json),
  expected_routing: Schema.optionalKey(Schema.Json),
  expected_stage: ExpectedStage,
  /** "verified": there is a solution to grade by. */
  ground_truth_status: Schema.Literals(["verified", "not_required"]),
  solution_file: Schema.NullOr(NonBlank),
  hidden_tests: Schema.optionalKey(Schema.Json),
  pdl_rules_stressed: Schema.Array(Schema.String),
  regression_ref: Schema.NullOr(Schema.String),
  tags: Schema.Array(Schema.String),
  tester_note: Schema.optionalKey(Schema.String),
  multi_turn_script: Schema.optionalKey(Schema.Json)
})
export type CatalogueCase = typeof CatalogueCase.Type

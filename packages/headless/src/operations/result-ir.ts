import * as Schema from "effect/Schema"
import { NonBlank } from "../protocol/fields.ts"
import { Program } from "../sandbox/program.ts"

const evidence = Schema.Struct({
  path: NonBlank,
  section: Schema.optionalKey(NonBlank),
  observed: Schema.optionalKey(Schema.String)
})

/** What shows that there is a result, or that there is none. */
const Witness = Schema.Struct({
  polarity: Schema.Literals(["positive", "negative"]),
  /** The witness itself, when the reply states it. */
  data: Schema.optionalKey(Schema.Json),
  basis: Schema.optionalKey(Schema.Literals(["search", "proof"])),
  argument: Schema.optionalKey(NonBlank),
  nodes_explored: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(1))),
  search_exhausted: Schema.optionalKey(Schema.Boolean)
})

/**
 * The schema of what a result rests on, by its own account: the protocol's, with `programs` and `certificate` added.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { ResultIr } from "@byhand/headless"
 * import * as Schema from "effect/Schema"
 * console.log(Schema.is(ResultIr)({ witness: { polarity: "positive", data: [2, 3, 5] } })) // true
 * console.log(Schema.is(ResultIr)({ witness: { polarity: "perhaps" } })) // false
 * ```
 */
export const ResultIr = Schema.Struct({
  files: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        filename: NonBlank,
        satisfies: Schema.Array(NonBlank),
        evidence: Schema.optionalKey(evidence)
      })
    )
  ),
  reconciliation: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        requirement: NonBlank,
        status: Schema.Literals(["satisfied", "partial", "open"]),
        evidence: Schema.optionalKey(evidence)
      })
    )
  ),
  open_defects: Schema.optionalKey(
    Schema.Array(
      Schema.Struct({
        id: Schema.optionalKey(NonBlank),
        description: NonBlank,
        evidence: Schema.optionalKey(evidence)
      })
    )
  ),
  witness: Schema.optionalKey(Witness),
  programs: Schema.optionalKey(Schema.Array(Program)),
  /** What a checker gets on stdin. */
  certificate: Schema.optionalKey(Schema.Json)
})
export type ResultIr = typeof ResultIr.Type

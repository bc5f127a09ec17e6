import * as Schema from "effect/Schema"
import { errorCode, mapOf, text } from "./fields.ts"
import { ruleBetween } from "./rule-between.ts"

/**
 * What one exit of a command means, as an Effect Schema (ExitCodeEntry 1.1).
 *
 * Requirement: REQ-C-001
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { ExitCodeEntry } from "@byhand/manifest/schema"
 *
 * const entry = { description: "Nothing was done", retryable: true, side_effects: "none" }
 * console.log(Schema.is(ExitCodeEntry)(entry)) // true
 * console.log(Schema.is(ExitCodeEntry)({ ...entry, side_effects: "partial" })) // false
 * ```
 */
export const ExitCodeEntry = Schema.Struct({
  name: Schema.optionalKey(text),
  description: text.check(Schema.isBetweenCodePoints(1, 120)),
  retryable: Schema.Boolean,
  side_effects: Schema.Literals(["none", "partial", "complete"]),
  error_codes: Schema.optionalKey(Schema.Array(errorCode).check(Schema.isUnique()))
})
  .check(ruleBetween({ when: { retryable: [true] }, only: { side_effects: ["none"] } }))
  .annotate({ identifier: "ExitCodeEntry" })

/** The exits of a command, or those that every command inherits, by code. */
export const ExitCodes = mapOf(ExitCodeEntry, /^(0|[1-9][0-9]*)$/, "an exit code in decimals")

export type ExitCodeEntry = typeof ExitCodeEntry.Type

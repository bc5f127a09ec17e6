import * as Schema from "effect/Schema"
import { FreeObject, NonBlank } from "../protocol/fields.ts"
import { operations } from "../protocol/operation.ts"
import { type Operation } from "../protocol/operation.ts"

const milliseconds = Schema.Finite.check(Schema.isGreaterThanOrEqualTo(0))
const tokens = Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))
const timing = {
  /** How long the model took. */
  delay_ms: Schema.optionalKey(milliseconds)
}
const usage = { input_tokens: Schema.optionalKey(tokens), output_tokens: Schema.optionalKey(tokens) }

/**
 * The schema of what was replied to one call: an object, which is replied as JSON; a text, as it came; or a failure.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { TapedReply } from "@byhand/headless"
 * import * as Schema from "effect/Schema"
 * console.log(Schema.is(TapedReply)({ text: "No JSON at all", delay_ms: 20 })) // true
 * console.log(Schema.is(TapedReply)({ failure: { code: "OUT_OF_INK", message: "No ink." } })) // false
 * ```
 */
export const TapedReply = Schema.Union([
  Schema.Struct({ reply: FreeObject, ...timing, ...usage }),
  Schema.Struct({ text: Schema.String, cut_off: Schema.optionalKey(Schema.Boolean), ...timing, ...usage }),
  Schema.Struct({
    failure: Schema.Struct({
      code: Schema.Literals([
        "PROVIDER_REJECTED_REQUEST",
        "PROVIDER_UNAVAILABLE",
        "OUTPUT_LIMIT_REACHED",
        "OUTPUT_MALFORMED"
      ]),
      message: NonBlank,
      status: Schema.optionalKey(Schema.Int),
      retryable: Schema.optionalKey(Schema.Boolean)
    }),
    ...timing
  })
])
export type TapedReply = typeof TapedReply.Type

const names = Object.keys(operations) as [Operation, ...Operation[]]
const repliesOf = Object.fromEntries(
  names.map((name) => [name, Schema.optionalKey(Schema.Array(TapedReply))])
) as { readonly [O in Operation]: Schema.optionalKey<Schema.$Array<typeof TapedReply>> }

/**
 * The schema of the replies of a session: of its first turn, its second, …; each operation's in the order of its calls.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { Tape } from "@byhand/headless"
 * import * as Schema from "effect/Schema"
 * const turn = { ACTIVATION: [{ reply: { route: "BYPASS" } }] }
 * console.log(Schema.is(Tape)({ turns: [turn] }), Schema.is(Tape)({ turns: turn })) // true false
 * ```
 */
export const Tape = Schema.Struct({ turns: Schema.Array(Schema.Struct(repliesOf)) })
export type Tape = typeof Tape.Type

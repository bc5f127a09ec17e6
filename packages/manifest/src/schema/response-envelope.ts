import * as Schema from "effect/Schema"
import { memberOf } from "../json.ts"
import { anyObject, errorCode, text, textLike, wholeFrom } from "./fields.ts"
import { moment } from "./moment.ts"
import { ruleOn } from "./rule-on.ts"

const optional = Schema.optionalKey
const anyMembers = [Schema.Record(Schema.String, Schema.Json)] as const

const Redirect = Schema.Struct({
  command: text,
  permanent: Schema.Boolean,
  reason: optional(Schema.Literals(["renamed", "restructured", "deprecated", "typo_corrected"]))
}).annotate({ identifier: "Redirect" })

/**
 * The `error` of an envelope.
 *
 * Requirement: REQ-C-013
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { ErrorDetail } from "@byhand/manifest/schema"
 *
 * console.log(Schema.is(ErrorDetail)({ code: "NOT_FOUND", message: "There is no D-43", retryable: false })) // true
 * ```
 */
export const ErrorDetail = Schema.StructWithRest(
  Schema.Struct({
    code: errorCode,
    message: text,
    detail: optional(text),
    cause: optional(text),
    context: optional(anyObject),
    docs_url: optional(text),
    retryable: optional(Schema.Boolean),
    retry_after_ms: optional(wholeFrom(0)),
    retry_strategy: optional(Schema.Literals(["immediate", "linear_backoff", "exponential_backoff"])),
    fix_required: optional(text),
    fix_command: optional(text),
    phase: optional(Schema.Literals(["validation", "execution", "cleanup"])),
    suggestion: optional(text),
    redirect: optional(Redirect)
  }),
  anyMembers
).annotate({ identifier: "ErrorDetail" })

const WarningDetail = Schema.Struct({
  code: errorCode,
  message: text,
  context: optional(anyObject)
}).annotate({ identifier: "WarningDetail" })

const Pagination = Schema.Struct({
  total: Schema.Union([wholeFrom(0), Schema.Null]),
  returned: wholeFrom(0),
  truncated: Schema.Boolean,
  has_more: Schema.Boolean,
  next_cursor: Schema.Union([text, Schema.Null])
}).annotate({ identifier: "Pagination" })

/**
 * The `meta` of an envelope.
 *
 * Requirement: REQ-F-022, REQ-F-039
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { ResponseMeta } from "@byhand/manifest/schema"
 *
 * console.log(Schema.is(ResponseMeta)({ exit_code: 4, duration_ms: 12, request_id: "R-1" })) // true
 * ```
 */
export const ResponseMeta = Schema.StructWithRest(
  Schema.Struct({
    exit_code: wholeFrom(0, 255),
    duration_ms: wholeFrom(0),
    timeout_ms: optional(wholeFrom(0)),
    budget_ms: optional(wholeFrom(0)),
    request_id: optional(text),
    trace_id: optional(text),
    command: optional(text),
    timestamp: optional(moment),
    schema_version: optional(textLike(/^\d+\.\d+$/, "a version MAJOR.MINOR")),
    tool_version: optional(text),
    update_available: optional(text),
    not_modified: optional(Schema.Boolean),
    truncated: optional(Schema.Boolean),
    pagination: optional(Pagination),
    effects: optional(Schema.Record(Schema.String, wholeFrom(0))),
    items_emitted: optional(wholeFrom(0)),
    audit_log_path: optional(text),
    _cmd: optional(text),
    _line: optional(wholeFrom(1))
  }),
  anyMembers
).annotate({ identifier: "ResponseMeta" })

/** The exit code, `ok` and `error` say the same. */
const oneOutcome = ruleOn(
  (envelope) => {
    const code = memberOf(memberOf(envelope, "meta"), "exit_code")
    const [ok, error] = [memberOf(envelope, "ok"), memberOf(envelope, "error")]
    const succeeded = code === 0
    const next = `next to exit_code: ${JSON.stringify(code)}`
    if (code === undefined) return []
    return [
      ...(typeof ok === "boolean" && ok !== succeeded
        ? [{ path: ["ok"], message: `Expected ${succeeded} ${next}` }]
        : []),
      ...(error !== undefined && (error === null) !== succeeded
        ? [{ path: ["error"], message: `Expected ${succeeded ? "null" : "an error"} ${next}` }]
        : [])
    ]
  },
  {
    if: { properties: { meta: { required: ["exit_code"], properties: { exit_code: { const: 0 } } } } },
    // oxlint-disable-next-line unicorn/no-thenable -- JSON Schema's word
    then: { properties: { ok: { const: true }, error: { type: "null" } } },
    else: { properties: { ok: { const: false }, error: { type: "object" } } }
  }
)

/**
 * The one document that a command writes in JSON mode, as an Effect Schema (ResponseEnvelope 2.4).
 *
 * Requirement: REQ-F-004
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { ResponseEnvelope } from "@byhand/manifest/schema"
 *
 * const meta = { exit_code: 0, duration_ms: 12 }
 * console.log(Schema.is(ResponseEnvelope)({ ok: true, data: null, error: null, warnings: [], meta })) // true
 * console.log(Schema.is(ResponseEnvelope)({ ok: false, data: null, error: null, warnings: [], meta })) // false
 * ```
 */
export const ResponseEnvelope = Schema.Struct({
  ok: Schema.Boolean,
  data: Schema.Union([Schema.Null, anyObject, Schema.Array(Schema.Json)]),
  error: Schema.Union([Schema.Null, ErrorDetail]),
  warnings: Schema.Array(WarningDetail),
  meta: ResponseMeta
})
  .check(oneOutcome)
  .annotate({ identifier: "ResponseEnvelope" })

export type ResponseEnvelope = typeof ResponseEnvelope.Type

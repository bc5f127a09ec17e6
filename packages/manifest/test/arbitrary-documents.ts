import * as fc from "fast-check"
import { mutated, mutations } from "./mutation.ts"

/** Exits, root parts of manifests and envelopes: generated, and then broken in up to three places. */

const names = fc.constantFrom("a", "b", "id")
const truth = fc.boolean()
const code = fc.constantFrom("NOT_FOUND", "E1", "E", "e1", "PERSON_REQUIRED")
const amount = fc.constantFrom(0, 1, 9, 2 ** 60, 1e300)

const exit = fc.record(
  {
    name: names,
    description: fc.constantFrom("It is done", "x".repeat(120), "x".repeat(121), "😀".repeat(120), ""),
    retryable: truth,
    side_effects: fc.constantFrom("none", "none", "partial", "complete"),
    error_codes: fc.array(code, { maxLength: 2 })
  },
  { requiredKeys: ["description", "retryable", "side_effects"] }
)

const flag = fc.record(
  {
    type: fc.constantFrom("enum", "enum", "string", "integer"),
    required: truth,
    description: names,
    enum_values: fc.constantFrom(["json", "plain"], [1], []),
    media_types: fc.constantFrom(
      { json: "application/json" },
      { json: "application/json" },
      {},
      { json: "JSON" }
    )
  },
  { requiredKeys: ["type", "required", "description"] }
)
const variable = fc.record(
  { name: fc.constantFrom("A", "1"), description: names },
  { requiredKeys: ["name"] }
)
const dependency = fc.record(
  { name: names, check_command: names, version_regex: names, min_version: names, fix_command: names },
  { requiredKeys: ["name", "check_command", "min_version"] }
)

const root = fc.record(
  {
    schema_version: fc.constantFrom("3.18", "3.21", "3.21", "3.0", "3.01", "4.0"),
    framework_version: names,
    etag: names,
    commands: fc.constant({}),
    dependencies: fc.array(dependency, { maxLength: 2 }),
    flags: fc.dictionary(fc.constantFrom("format", "format", "x"), flag, { maxKeys: 2 }),
    exit_codes: fc.dictionary(fc.constantFrom("0", "1", "130", "04"), exit, { maxKeys: 2 }),
    env_vars: fc.array(variable, { maxLength: 2 }),
    secret_env_vars: fc.array(names, { maxLength: 2 })
  },
  { requiredKeys: ["schema_version", "framework_version", "etag", "commands"] }
)

const context = fc.constantFrom({}, { a: [1, null] })
const error = fc.record(
  {
    code: fc.constantFrom("NOT_FOUND", "E1", "e1"),
    message: names,
    detail: names,
    cause: names,
    context,
    docs_url: names,
    retryable: truth,
    retry_after_ms: amount,
    retry_strategy: fc.constantFrom("immediate", "linear_backoff", "never"),
    fix_required: names,
    fix_command: names,
    phase: fc.constantFrom("validation", "execution", "cleanup"),
    suggestion: names,
    redirect: fc.record(
      { command: names, permanent: truth, reason: fc.constantFrom("renamed", "typo_corrected") },
      { requiredKeys: ["command", "permanent"] }
    ),
    extra: fc.constant([])
  },
  { requiredKeys: ["code", "message"] }
)
const moment = fc.constantFrom(
  "2026-12-02T20:15:00Z",
  "2024-02-29t23:59:59.123+02:00",
  "2026-02-29T00:00:00Z",
  "2026-12-02T24:00:00Z",
  "2026-12-02",
  "2026-12-02T20:15:00"
)
const pagination = fc.record({
  total: fc.constantFrom(null, 0, 9, -1),
  returned: amount,
  truncated: truth,
  has_more: truth,
  next_cursor: fc.constantFrom(null, "c")
})
const meta = fc.record(
  {
    exit_code: fc.constantFrom(0, 0, 4, 255, 256, -1, 1.5),
    duration_ms: amount,
    timeout_ms: amount,
    request_id: names,
    timestamp: moment,
    schema_version: fc.constantFrom("1.0", "1.0.0"),
    not_modified: truth,
    pagination,
    effects: fc.dictionary(names, amount, { maxKeys: 2 }),
    _line: amount,
    extra: fc.constant({})
  },
  { requiredKeys: ["exit_code", "duration_ms"] }
)
const warning = fc.record({ code, message: names, context }, { requiredKeys: ["code", "message"] })

/** Of few optional members, mostly: the more there are, the seldomer all of them are in order. */
function few<T extends object>(of: fc.Arbitrary<T>, required: readonly string[]): fc.Arbitrary<object> {
  return fc.tuple(of, fc.nat(3), fc.nat(100)).map(([whole, most, from]) => {
    const optional = Object.keys(whole).filter((name) => !required.includes(name))
    const kept = Array.from({ length: most }, (_, at) => optional[(from + at) % Math.max(optional.length, 1)])
    return Object.fromEntries(
      Object.entries(whole).filter(([name]) => required.includes(name) || kept.includes(name))
    )
  })
}

const envelope = fc
  .record({
    ok: truth,
    data: fc.constantFrom(null, {}, [], { a: 1 }),
    error: fc.option(few(error, ["code", "message"])),
    warnings: fc.array(warning, { maxLength: 1 }),
    meta: few(meta, ["exit_code", "duration_ms"])
  })
  .chain((whole) => {
    const succeeded = (whole.meta as { exit_code: number }).exit_code === 0
    const failed = { code: "NOT_FOUND", message: "It is not there" }
    const agreed = { ...whole, ok: succeeded, error: succeeded ? null : (whole.error ?? failed) }
    return fc.constantFrom(agreed, agreed, agreed, whole)
  })

const broken = (document: fc.Arbitrary<object>, extra: readonly string[]) =>
  fc.tuple(document, mutations(extra)).map(([whole, changes]) => mutated(whole, changes))

export const exits = broken(exit, ["code", "error_codes", "name"])
export const roots = broken(few(root, ["schema_version", "framework_version", "etag", "commands"]), [
  "media_types",
  "env_vars",
  "x",
  "04",
  "format"
])
export const envelopes = broken(envelope, ["partial", "context", "timestamp", "_line", "x"])

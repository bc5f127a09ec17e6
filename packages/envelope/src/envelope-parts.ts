import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts"
import { keepKnown, metaFields } from "./known-fields.ts"
import { toJson } from "./to-json.ts"
import { cleanWarnings, type Warning } from "./warning.ts"

/** What an envelope reports besides its outcome. */
export interface EnvelopeOptions {
  /** Milliseconds; rounded, and never below 0. */
  readonly durationMs: number
  readonly warnings?: readonly Warning[] | undefined
  /** Further facts. `exit_code`, `duration_ms` and `contract` are derived and cannot be given here. */
  readonly meta?: JsonObject | undefined
}

/** What the envelope says whatever the caller gives: whose table its exit code is of, and the code. */
export interface Derived {
  readonly exit_code: number
  readonly contract: "command" | "run"
}

/** The parts of an envelope besides its outcome, as plain text throughout. It never throws. */
export function envelopeParts(given: unknown, { exit_code, contract }: Derived, options: EnvelopeOptions) {
  const { json, paths, count } = toJson({ data: given, warnings: options.warnings, meta: options.meta })
  const { data = null, warnings, meta } = json as { data?: JsonValue; warnings?: JsonValue; meta?: JsonValue }
  const facts = keepKnown(isJsonObject(meta) ? meta : {}, metaFields)
  const cleaned = cleanWarnings(warnings)
  const derived = {
    exit_code,
    duration_ms: Math.min(Math.max(Math.round(options.durationMs) || 0, 0), Number.MAX_SAFE_INTEGER),
    contract
  }
  const clashes = facts.kept.map(([key]) => key).filter((key) => Object.hasOwn(derived, key))
  const lost = [...facts.dropped, ...clashes].map((key) => `/meta/${key}`)
  if (count + lost.length > 0) cleaned.push(valuesReplaced(count + lost.length, [...paths, ...lost]))
  return {
    data: typeof data === "object" ? data : Object.freeze({ value: data }),
    warnings: cleaned,
    meta: Object.freeze({ ...derived, ...Object.fromEntries(facts.kept), ...derived })
  }
}

function valuesReplaced(count: number, paths: readonly string[]): Warning {
  const values = count === 1 ? "1 value" : `${count} values`
  return Object.freeze({
    code: "VALUES_REPLACED",
    message: `${values} of this response could not be written as given, and a description or nothing stands there.`,
    context: Object.freeze({ paths: Object.freeze(paths.slice(0, 20)) })
  })
}

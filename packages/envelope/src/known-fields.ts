import { fixCommandProblem } from "./fix-command.ts"
import { isJsonObject, type JsonObject, type JsonValue } from "./json.ts"

/** Whether a value is what the envelope's contract says a field holds. */
type Rule = (value: JsonValue) => boolean

/** The fields a contract names, in the order in which they are written. */
export type Fields = ReadonlyMap<string, Rule>

/** Whether a value can be the `code` of an error or a warning. */
export function isCode(value: unknown): value is string {
  return typeof value === "string" && /^[A-Z][A-Z0-9_]+$/.test(value)
}

const string: Rule = (value) => typeof value === "string"
const flag: Rule = (value) => typeof value === "boolean"
const count: Rule = (value) => Number.isInteger(value) && (value as number) >= 0
const oneOf =
  (...allowed: readonly string[]): Rule =>
  (value) =>
    allowed.includes(value as string)

function shape(
  required: Readonly<Record<string, Rule>>,
  optional: Readonly<Record<string, Rule>> = {}
): Rule {
  const rules = new Map([...Object.entries(required), ...Object.entries(optional)])
  return (value) =>
    isJsonObject(value) &&
    Object.keys(required).every((key) => Object.hasOwn(value, key)) &&
    Object.entries(value).every(([key, field]) => rules.get(key)?.(field) === true)
}

const redirect = shape(
  { command: string, permanent: flag },
  { reason: oneOf("renamed", "restructured", "deprecated", "typo_corrected") }
)
const pagination = shape({
  total: (value) => value === null || count(value),
  returned: count,
  truncated: flag,
  has_more: flag,
  next_cursor: (value) => value === null || string(value)
})

const dateTime = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

function isDateTime(value: JsonValue): boolean {
  const day = dateTime.exec(typeof value === "string" ? value : "")?.[1]
  // Date rolls the 30th of February over to March, so the day of the month is compared with what comes back. Not as text: a
  // Date that is written has Node find out the machine's time zone first.
  return day !== undefined && new Date(`${day}T00:00:00Z`).getUTCDate() === Number(day.slice(-2))
}

export const errorFields: Fields = new Map<string, Rule>([
  ["code", isCode],
  ["message", (value) => string(value) && value !== ""],
  ["retryable", flag],
  ["retry_after_ms", count],
  ["retry_strategy", oneOf("immediate", "linear_backoff", "exponential_backoff")],
  ["phase", oneOf("validation", "execution", "cleanup")],
  ["suggestion", string],
  ["fix_required", string],
  ["fix_command", (value) => typeof value === "string" && fixCommandProblem(value) === undefined],
  ["redirect", redirect],
  ["detail", string],
  ["cause", string],
  ["context", isJsonObject],
  ["docs_url", string],
  ["errors", (value) => Array.isArray(value) && value.every(shape({ field: string, message: string }))]
])

export const warningFields: Fields = new Map<string, Rule>([
  ["code", isCode],
  ["message", string],
  ["context", isJsonObject]
])

export const metaFields: Fields = new Map<string, Rule>([
  ["timeout_ms", count],
  ["budget_ms", count],
  ["request_id", string],
  ["trace_id", string],
  ["command", string],
  ["timestamp", isDateTime],
  ["schema_version", (value) => string(value) && /^\d+\.\d+$/.test(value as string)],
  ["tool_version", string],
  ["update_available", string],
  ["not_modified", flag],
  ["truncated", flag],
  ["pagination", pagination],
  ["effects", (value) => isJsonObject(value) && Object.values(value).every(count)],
  ["items_emitted", count],
  ["audit_log_path", string],
  ["_cmd", string],
  ["_line", (value) => count(value) && value !== 0]
])

/** The fields of an object that keep to the contract, known ones first and in its order, and the names of the others. */
export function keepKnown(
  object: JsonObject,
  fields: Fields
): { kept: [string, JsonValue][]; dropped: string[] } {
  const order = [...fields.keys(), ...Object.keys(object).filter((key) => !fields.has(key))]
  const present = order.filter((key) => Object.hasOwn(object, key))
  const holds = (key: string) => fields.get(key)?.(object[key]!) ?? true
  return {
    kept: present.filter(holds).map((key) => [key, object[key]!]),
    dropped: present.filter((key) => !holds(key))
  }
}

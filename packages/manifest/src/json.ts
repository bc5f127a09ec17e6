import type { JsonObject, JsonValue } from "@byhand/envelope"

/** Says whether a JSON value is an array. */
export function isArray(value: JsonValue | undefined): value is Extract<JsonValue, readonly unknown[]> {
  return Array.isArray(value)
}

/** Says whether a JSON value is an object. */
export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** The members of a JSON object; none when the value is something else. */
export function membersOf(value: JsonValue | undefined): readonly (readonly [string, JsonValue])[] {
  return isObject(value) ? (Object.entries(value) as [string, JsonValue][]) : []
}

/** The elements of a JSON array; none when the value is something else. */
export function elementsOf(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : []
}

/** The own member of a JSON object; undefined when there is none. */
export function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

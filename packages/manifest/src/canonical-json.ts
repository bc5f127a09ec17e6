import type { JsonValue } from "@byhand/envelope"
import { isArray, membersOf } from "./json.ts"
import { copyOf } from "./copies.ts"
import { mostDocumentValues, plainJson } from "./plain-json.ts"

/**
 * Writes a JSON value in its one canonical form: the JSON Canonicalization Scheme (RFC 8785).
 *
 * @param value a JSON value: plain objects and arrays, strings, finite numbers, booleans, null
 * @returns the text; two equal values give the same text, whatever the order of their members
 * @throws TypeError when the value is not JSON as it stands (half a surrogate pair, NaN, a getter, a class instance, a cycle,
 *   `undefined`), naming the place
 *
 * Requirement: REQ-O-041
 *
 * @example
 * ```ts
 * import { canonicalJson } from "@byhand/manifest"
 *
 * console.log(canonicalJson({ b: 1e21, a: [true, "é"] })) // {"a":[true,"é"],"b":1e+21}
 * ```
 */
export function canonicalJson(value: unknown): string {
  const { value: json, faults } = plainJson(value, mostDocumentValues)
  if (json !== undefined) return write(json)
  const faulty = faults.map(({ path, what }) => `${path === "" ? "it" : path} ${what}`).join("; ")
  throw new TypeError(
    `The value has no canonical JSON form, because ${faulty}. Expected plain objects, arrays, strings, finite numbers, booleans and null.`
  )
}

/** Most objects have no names that are numbers, so that they are written in canonical order as they stand. */
function write(value: JsonValue): string {
  if (value === null || typeof value !== "object" || copyOf(value)?.isSorted === true)
    return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(write).join(",")}]`
  const members = membersOf(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(",")}}`
}

import type { JsonObject } from "@byhand/envelope"
import { type Finding, missing, surplus } from "./finding.ts"
import { memberOf } from "./json.ts"
import { pointerTo } from "./json-pointer.ts"

/** The member must be there; its value is judged elsewhere. */
export function demand(
  value: JsonObject,
  path: string,
  name: string,
  expected: string,
  example: string
): readonly Finding[] {
  return Object.hasOwn(value, name) ? [] : [missing(pointerTo(path, name), expected, example)]
}

/** The member must not be there, whatever its value. */
export function forbid(value: JsonObject, path: string, name: string, expected: string): readonly Finding[] {
  const received = memberOf(value, name)
  return received === undefined ? [] : [surplus(pointerTo(path, name), received, expected)]
}

/** The member must not be `true`; false and absent are the same. */
export function forbidTrue(
  value: JsonObject,
  path: string,
  name: string,
  expected: string
): readonly Finding[] {
  return memberOf(value, name) === true ? forbid(value, path, name, expected) : []
}

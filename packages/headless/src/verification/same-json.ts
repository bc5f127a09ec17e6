import type { JsonValue } from "@byhand/envelope"

/** Whether two values are the same canonical JSON: the order of keys and the writing of numbers do not count. */
export function isSameJson(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const [keys, others] = [Object.keys(one), Object.keys(other)]
  return (
    keys.length === others.length &&
    keys.every((key) => Object.hasOwn(other, key) && isSameJson(part(one, key), part(other, key)))
  )
}

function part(of: object, key: string): JsonValue | undefined {
  return (of as Readonly<Record<string, JsonValue>>)[key]
}

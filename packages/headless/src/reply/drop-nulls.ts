import type { JsonObject, JsonValue } from "@byhand/envelope"
import type * as SchemaAST from "effect/SchemaAST"

/**
 * The same value without the nulls that mean "not given": those of optional keys, and of keys that a declared object does not
 * have. The null of a required key stays, and so does everything in free JSON.
 *
 * @param ast what the value is declared to be
 */
export function withoutNulls(value: JsonValue, ast: SchemaAST.AST): JsonValue {
  if (ast._tag === "Arrays" && Array.isArray(value)) {
    const items = value as readonly JsonValue[]
    return items.map((item, index) => {
      const declared = ast.elements[index] ?? ast.rest[0]
      return declared === undefined ? item : withoutNulls(item, declared)
    })
  }
  // An object without declared keys is free JSON.
  if (ast._tag !== "Objects" || ast.propertySignatures.length === 0 || !isObject(value)) return value
  const declared = new Map(ast.propertySignatures.map(({ name, type }) => [name, type]))
  const kept: [string, JsonValue][] = []
  for (const [key, item] of Object.entries(value)) {
    const type = declared.get(key)
    if (item === null && (type === undefined || type.context?.isOptional === true)) continue
    kept.push([key, type === undefined ? item : withoutNulls(item, type)])
  }
  return Object.fromEntries(kept)
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

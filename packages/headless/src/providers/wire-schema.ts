import type { JsonObject, JsonValue } from "@byhand/envelope"
import { readReply } from "../reply/read-reply.ts"

/** A schema in the form in which endpoints take it. */
export interface WireSchema {
  readonly schema: JsonObject
  /** The text of the reply to it, as a reply to the schema that it was made from. */
  unwrap(text: string): string
}

const key = "reply"

/**
 * Makes a schema one that OpenAI and the grammars of local servers take. The host's decoder judges the reply by the whole
 * schema all the same.
 *
 * - The root has to be one object, and must not be a choice: a choice becomes the one property of an object.
 * - A `pattern` that is not anchored makes llama.cpp refuse the request, so none is sent.
 */
export function wireSchema(schema: JsonObject): WireSchema {
  const known = withoutPatterns(schema) as JsonObject
  if (known["type"] === "object" && !["anyOf", "oneOf", "allOf", "$ref"].some((name) => name in known))
    return { schema: known, unwrap: (text) => text }
  return {
    schema: {
      type: "object",
      properties: { [key]: known },
      required: [key],
      additionalProperties: false
    },
    unwrap
  }
}

/** A reply that is not wrapped is taken as it is: not every endpoint keeps to the schema that it is sent. */
function unwrap(text: string): string {
  const read = readReply(text)
  if (read._tag === "Unreadable" || Object.keys(read.value).length !== 1) return text
  const inner = read.value[key]
  return typeof inner === "object" && inner !== null ? JSON.stringify(inner) : text
}

/** Without every `pattern` keyword. A property of that name is an object, and is kept. */
function withoutPatterns(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map(withoutPatterns)
  if (typeof value !== "object" || value === null) return value
  const kept = Object.entries(value).filter(
    ([name, item]) => !(name === "pattern" && typeof item === "string")
  )
  return Object.fromEntries(kept.map(([name, item]) => [name, withoutPatterns(item)]))
}

import type { JsonValue } from "@byhand/envelope"

/** The value of a JSON text, or undefined when it is none. */
export function jsonOf(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

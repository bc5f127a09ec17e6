import type { JsonObject, JsonValue } from "@byhand/envelope"
import { afterSpace, brace, JsonScanner, type Scanned } from "./scan-json.ts"
import { withoutRawControls } from "./scan-string.ts"

/**
 * How deep objects and arrays of a reply may lie in each other.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { deepestReply, readReply } from "@byhand/headless"
 * const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}{}${"}".repeat(depth - 1)}`
 * console.log(readReply(nested(deepestReply))._tag, readReply(nested(deepestReply + 1))._tag) // Read Unreadable
 * ```
 */
export const deepestReply = 256

/** What a reply holds: one object, or the reason why none is read from it. */
export type ReadReply =
  | { readonly _tag: "Read"; readonly value: JsonObject }
  | { readonly _tag: "Unreadable"; readonly reason: "empty" | "invalid_json" | "not_object" | "too_deep" }

/**
 * Reads the one JSON object of a model's reply: the whole reply, else what a code fence holds, else the first `{…}` that is
 * an object. Raw control characters are allowed in strings, and a byte order mark before the reply. Nothing is repaired.
 *
 * @param text - the reply, of any length and content
 * @returns the object, or why there is none. A reply whose value is deeper than 256 is not read in parts. It never throws,
 * and takes time in proportion to the length of the text.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { readReply } from "@byhand/headless"
 * const reply = readReply('Of {1, 2} I choose:\n{"kind":"CANCEL"} {"kind":"NEW_TASK"}')
 * console.log(JSON.stringify(reply)) // {"_tag":"Read","value":{"kind":"CANCEL"}}
 * console.log(JSON.stringify(readReply("[1, 2]"))) // {"_tag":"Unreadable","reason":"not_object"}
 * ```
 */
export function readReply(text: string): ReadReply {
  const reply = text.trim()
  if (reply === "") return { _tag: "Unreadable", reason: "empty" }
  const scanner = new JsonScanner(reply)
  const whole = scanner.scan(0)
  if (whole.whole && whole.end === reply.length) return valueOf(reply, 0, whole)
  return readFence(reply) ?? readFirstObject(reply, scanner)
}

const fence = /(?:^|\n)[ \t]*```[^\n`]*\n/g

/** The value of the first code fence that begins like an object or a list, if the fence holds nothing else. */
function readFence(reply: string): ReadReply | undefined {
  for (const { index, 0: opening } of reply.matchAll(fence)) {
    const start = afterSpace(reply, index + opening.length)
    if (!"{[".includes(reply.charAt(start) || "-")) continue
    const scanned = new JsonScanner(reply).scan(start)
    const closed = scanned.whole && reply.startsWith("```", afterSpace(reply, scanned.end))
    // One attempt: what is not a value here may still hold an object, which the search below finds.
    return closed ? valueOf(reply, start, scanned) : undefined
  }
  return undefined
}

/**
 * The first object of a text. A brace that an attempt has passed is not tried again: the object that it opens would fail at
 * the same place, or is known to be whole.
 */
function readFirstObject(reply: string, scanner: JsonScanner): ReadReply {
  for (let at = reply.indexOf("{"); at !== -1; at = reply.indexOf("{", at + 1)) {
    if (scanner.knownOf(at) === brace.noObject) continue
    const scanned = scanner.scan(at)
    if (scanned.whole) return valueOf(reply, at, scanned)
  }
  return { _tag: "Unreadable", reason: "invalid_json" }
}

function valueOf(reply: string, start: number, { end, depth }: Scanned): ReadReply {
  if (depth > deepestReply) return { _tag: "Unreadable", reason: "too_deep" }
  const value = JSON.parse(withoutRawControls(reply.slice(start, end))) as JsonValue
  return isObject(value) ? { _tag: "Read", value } : { _tag: "Unreadable", reason: "not_object" }
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

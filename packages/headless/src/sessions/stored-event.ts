import { isUtf8 } from "node:buffer"
import type { JsonObject } from "@byhand/envelope"
import { eventRefused, messageOf, SessionError } from "./session-error.ts"

/**
 * The format of a line of the log. A log with a newer one is not read: SESSION_TOO_NEW.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { schemaVersion } from "@byhand/headless"
 * console.log(schemaVersion) // 1
 * ```
 */
export const schemaVersion = 1

/** In bytes: one event with the largest reply that a provider may give, escaped. */
export const largestLine = 64 * 1024 * 1024

/** An event before it is recorded. */
export interface NewEvent {
  /** Capitals, digits and underscores: "EFFECT_STARTED". */
  readonly kind: string
  readonly payload: JsonObject
}

/** An event as it is in the log. */
export interface StoredEvent extends NewEvent {
  /** From 1, without a gap: the order of events. */
  readonly seq: number
  /** What the clock said, for people. It may go backwards; nothing is decided by it. */
  readonly at_utc: string
}

const kindShape = /^[A-Z][A-Z0-9_]{0,63}$/
const keys = ["schema", "seq", "more", "at_utc", "kind", "payload"]

/** What a line of the log says. */
export interface EventLine {
  readonly event: StoredEvent
  /** How many events of the same append follow it: an append is there as a whole or not at all. */
  readonly more: number
}

/**
 * The line of an event, with its line feed, and the event as it will be read back from that line.
 *
 * @throws SessionError EVENT_REFUSED when it cannot be told in a line of JSON
 */
export function encode(
  event: NewEvent,
  { seq, more, at }: { seq: number; more: number; at: string }
): { line: Buffer; stored: StoredEvent } {
  const { kind, payload } = event
  if (!kindShape.test(kind)) throw eventRefused(kind, "a kind is capitals, digits and underscores")
  const text = textOf(kind, payload)
  // The rest of the line is made here, so only the payload is read back.
  const read: unknown = text === undefined ? undefined : JSON.parse(text)
  if (!isObject(read)) throw eventRefused(kind, "its line has no payload")
  const head = JSON.stringify({ schema: schemaVersion, seq, more, at_utc: at, kind })
  const line = Buffer.from(`${head.slice(0, -1)},"payload":${text}}\n`)
  if (line.length > largestLine)
    throw eventRefused(kind, `it has ${line.length} bytes; at most ${largestLine} are kept`)
  return { line, stored: { seq, at_utc: at, kind, payload: read as JsonObject } }
}

/** Undefined for what JSON leaves out. */
function textOf(kind: string, payload: unknown): string | undefined {
  try {
    return JSON.stringify(payload)
  } catch (cause) {
    throw eventRefused(kind, `its payload is not JSON (${messageOf(cause)})`)
  }
}

/** A line of the log is not an event. */
export class BadLine extends Error {}

/**
 * Reads a line of the log.
 *
 * @param line without its line feed
 * @param seq what its number must be
 * @throws BadLine whose message completes "it …"; SessionError SESSION_TOO_NEW
 */
export function decode(line: Buffer, seq: number): EventLine {
  const found = parse(line)
  const { schema, more, at_utc, kind, payload } = found
  if (typeof schema === "number" && schema > schemaVersion) throw tooNew(schema, seq)
  if (schema !== schemaVersion) throw new BadLine("has no schema version that is known")
  if (found["seq"] !== seq) throw new BadLine(`should have the number ${seq}`)
  if (typeof more !== "number" || !Number.isSafeInteger(more) || more < 0)
    throw new BadLine("does not say how many events of its append follow")
  if (typeof at_utc !== "string" || typeof kind !== "string" || !kindShape.test(kind))
    throw new BadLine("has no time or no kind")
  if (!isObject(payload)) throw new BadLine("has no payload")
  if (Object.keys(found).length !== keys.length) throw new BadLine("has keys that an event does not have")
  return { event: { seq, at_utc, kind, payload: payload as JsonObject }, more }
}

function parse(line: Buffer): Record<string, unknown> {
  if (!isUtf8(line)) throw new BadLine("is not UTF-8 text")
  try {
    const found: unknown = JSON.parse(line.toString("utf8"))
    if (isObject(found)) return found
  } catch {
    throw new BadLine("is not JSON")
  }
  throw new BadLine("is not a JSON object")
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

function tooNew(schema: number, seq: number): SessionError {
  return new SessionError({
    code: "SESSION_TOO_NEW",
    message: `Event ${seq} was written by a newer program (schema ${schema}; this one reads ${schemaVersion}). Nothing is changed.`,
    suggestion: "Use the program that wrote it, or a newer one",
    context: { schema, supported: schemaVersion }
  })
}

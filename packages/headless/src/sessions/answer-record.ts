import type { JsonObject } from "@byhand/envelope"
import { SessionError } from "./session-error.ts"
import { schemaVersion } from "./stored-event.ts"

/** What was answered to one input request. */
export interface AnswerRecord {
  readonly answer_id: string
  readonly input_id: string
  readonly turn_id: string
  /** The text without its one line terminator, and nothing else removed. */
  readonly answer: string
  /** Of the answer's bytes: two answers with the same one are the same. */
  readonly sha256: string
  readonly at_utc: string
  /** Where it came from: "stdin", "terminal", … */
  readonly by: string
}

/**
 * Reads an answer as it was given: as text, less one line terminator at its end.
 *
 * @throws SessionError ANSWER_INVALID when it is not UTF-8 text, or nothing that can be seen is in it
 */
export function answerText(given: string | Uint8Array): string {
  const text = typeof given === "string" ? given : decoded(given)
  if (!text.isWellFormed()) throw invalid("holds half a character, which UTF-8 cannot hold")
  const answer = text.replace(/\r?\n$/, "")
  if (!/\S/u.test(answer)) throw invalid(answer === "" ? "is empty" : "is nothing but white space")
  return answer
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw invalid("is not UTF-8 text")
  }
}

function invalid(why: string): SessionError {
  return new SessionError({
    code: "ANSWER_INVALID",
    message: `The answer ${why}. Nothing is recorded.`,
    suggestion: "Give the answer as UTF-8 text with something in it"
  })
}

/** The text of an answer's file: the answer, and beside it the request as it was made. */
export function answerFileText(record: JsonObject, request: JsonObject): Buffer {
  return Buffer.from(`${JSON.stringify({ schema: schemaVersion, ...record, request })}\n`)
}

/** Where an answer is, in the session's folder. */
export function answerPath(answerId: string): string {
  return `answers/${answerId}.json`
}

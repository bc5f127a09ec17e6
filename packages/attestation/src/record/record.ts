import type { AttestationRequest } from "../request.ts"
import { digest } from "../show/question.ts"
import type { Surroundings } from "./circumstances.ts"

/**
 * How a question was put and answered, beside its {@link Surroundings}; hints as well.
 *
 * - `drawn_on`: the stream the question was drawn on
 * - `drawn_elsewhere`: whether that is another terminal than the one the person typed at, so that they may not have seen it
 * - `lines_not_shown`: lines of the statement that did not fit on the screen
 * - `early_input`: whether keys arrived before the question counted; `"still-arriving"` when they had not stopped
 * - `answer_ms`: from the mark to the Enter key, in milliseconds; a few are no person's
 * - `asked`: how often the question was drawn; more than once after Ctrl-Z
 *
 * @example
 * ```ts
 * import type { Asking } from "@byhand/attestation"
 * const hints: Asking = {
 *   drawn_on: "stderr", drawn_elsewhere: false, lines_not_shown: 0, early_input: "none", answer_ms: 4210, asked: 1
 * }
 * ```
 */
export interface Asking {
  readonly drawn_on: "stderr" | "stdout"
  readonly drawn_elsewhere: boolean
  readonly lines_not_shown: number
  readonly early_input: "none" | "discarded" | "still-arriving"
  readonly answer_ms: number
  readonly asked: number
}

/**
 * The record of a confirmation: plain JSON, to be kept with what was confirmed.
 *
 * - `statement`: the statement as shown, escapes included; `statement_sha256` is the SHA-256 of its UTF-8 bytes, in hex
 * - `expected`: the text that was typed back, exactly
 * - `confirmed_at`: ISO 8601, UTC
 * - `pasted`: whether any of it came by bracketed paste; a terminal without that mode cannot tell
 * - `assurance`: what this record is worth, in words
 *
 * Requirement: REQ-C-036 ("a speed bump and an honest record, not a security boundary").
 *
 * @example
 * ```ts
 * import { appendFile } from "node:fs/promises"
 * import type { AttestationRecord } from "@byhand/attestation"
 * const keep = (record: AttestationRecord) => appendFile("approvals.jsonl", `${JSON.stringify(record)}\n`)
 * ```
 */
export interface AttestationRecord {
  readonly statement: string
  readonly statement_sha256: string
  readonly expected: string
  readonly confirmed_at: string
  readonly pasted: boolean
  readonly circumstances: Surroundings & Asking
  readonly assurance: string
}

const assurance =
  "The expected text was typed at a terminal. This is a speed bump and an honest record, not a security boundary: " +
  "a program that runs as the same user can open a terminal and type the text too."

/** Writes the record of a confirmation at the moment it is given. */
export function attestationRecord(
  request: AttestationRequest,
  shown: string,
  pasted: boolean,
  circumstances: Surroundings & Asking
): AttestationRecord {
  return {
    statement: shown,
    statement_sha256: digest(shown),
    expected: request.expected,
    confirmed_at: new Date().toISOString(),
    pasted,
    circumstances,
    assurance
  }
}

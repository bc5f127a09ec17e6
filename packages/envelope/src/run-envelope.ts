import type { RunExit } from "@byhand/exit-codes"
import { envelopeParts, type EnvelopeOptions } from "./envelope-parts.ts"
import { errorDetail, type ErrorDetail } from "./error-detail.ts"
import type { JsonObject } from "./json.ts"
import type { ResponseEnvelope } from "./response-envelope.ts"

/** What the envelope of a run reports. */
export interface RunEnvelopeOptions extends EnvelopeOptions {
  /** Of the run contract: the table in which 2 is a gate and 3 a question. */
  readonly exit: RunExit
  readonly data: JsonObject | null
  /** Why the run did not end with 0; left out of the envelope of one that did. */
  readonly error: ErrorDetail | null
}

/**
 * The envelope of a run: the five keys of every envelope, with `meta.contract` "run" and an exit code of the run contract.
 *
 * @param options - the exit, the result, the error when the exit is not 0, and how long it took in milliseconds
 * @returns a frozen envelope; `ok` is true exactly when the exit is 0, and an exit that is not 0 always has an error. It
 * never throws on any data.
 *
 * Requirement: ADR-0019, REQ-F-004
 *
 * @example
 * ```ts
 * import { runEnvelope } from "@byhand/envelope"
 * import { RunExit } from "@byhand/exit-codes"
 * const error = { code: "WAITING_INPUT", message: "The task cannot go on without an answer." }
 * const envelope = runEnvelope({ exit: RunExit.WAITING_INPUT, data: null, error, durationMs: 40 })
 * console.log(envelope.ok, envelope.meta.contract, envelope.meta.exit_code) // false run 3
 * ```
 */
export function runEnvelope({ exit, data, error, ...options }: RunEnvelopeOptions): ResponseEnvelope {
  const parts = envelopeParts(data, { exit_code: exit, contract: "run" }, options)
  const { warnings: list, meta } = parts
  const warnings = Object.freeze(list)
  return exit === 0
    ? Object.freeze({ ok: true, data: parts.data, error: null, warnings, meta })
    : Object.freeze({ ok: false, data: parts.data, error: errorDetail(error), warnings, meta })
}

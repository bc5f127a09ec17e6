import { CommandExit, commandExit } from "@byhand/exit-codes"
import { attestationMismatch } from "./attestation-mismatch.ts"
import { CommandError } from "./command-error.ts"
import { errorDetail, noReason, type ErrorDetail } from "./error-detail.ts"
import { fixCommandWarnings } from "./fix-command-dropped.ts"
import { handoffCodes } from "./handoff-codes.ts"
import { handoffProblems } from "./handoff-problems.ts"
import { envelopeParts, type EnvelopeOptions } from "./envelope-parts.ts"
import type { JsonObject } from "./json.ts"
import { personRequired } from "./person-required.ts"
import type { FailureEnvelope, SuccessEnvelope } from "./response-envelope.ts"
import { toCommandError } from "./to-command-error.ts"
import type { Warning } from "./warning.ts"

/** What a failure's envelope reports besides the error. */
export interface FailureOptions extends EnvelopeOptions {
  /** A declared failure payload. */
  readonly data?: JsonObject | null | undefined
}

/**
 * The envelope of a command that did what was asked.
 *
 * @param data - the result; undefined becomes null, and a scalar becomes `{ value }`. A value JSON cannot hold is
 * replaced by a description, and a warning `VALUES_REPLACED` says where
 * @param options - how long it took in milliseconds, and any warnings and further facts
 * @returns a frozen envelope with exit code 0, plain text throughout
 *
 * Requirement: REQ-F-004, REQ-F-007, REQ-F-039. It never throws on any data.
 *
 * @example
 * ```ts
 * import { success } from "@byhand/envelope"
 * console.log(JSON.stringify(success({ id: "D-42" }, { durationMs: 5.2 }).data)) // {"id":"D-42"}
 * console.log(JSON.stringify(success(42n, { durationMs: 5.2 }).data)) // {"value":"42"}
 * console.log(success({}, { durationMs: 5.2 }).meta.duration_ms) // 5
 * ```
 */
export function success(data: unknown, options: EnvelopeOptions): SuccessEnvelope {
  const { warnings, ...parts } = envelopeParts(
    data,
    { exit_code: CommandExit.SUCCESS, contract: "command" },
    options
  )
  return Object.freeze({
    ok: true,
    data: parts.data,
    error: null,
    warnings: Object.freeze(warnings),
    meta: parts.meta
  })
}

/**
 * The envelope of a command that failed.
 *
 * A `PERSON_REQUIRED` or `ATTESTATION_MISMATCH` that `handoffProblems` objects to is replaced by one that says no more
 * than that a person is needed, and a warning `HANDOFF_REPLACED` says that it was. A `fixCommand` that cannot be run as it
 * stands is left out, with a warning `FIX_COMMAND_DROPPED`. End the process with
 * `meta.exit_code` of what is returned.
 *
 * @param error - the failure; anything else is taken through `toCommandError`
 * @param options - how long it took in milliseconds, and any payload, warnings and further facts
 * @returns a frozen envelope with the error's exit code, plain text throughout
 *
 * Requirement: REQ-F-004, REQ-C-013, REQ-C-030, REQ-C-036. It never throws on any error.
 *
 * @example
 * ```ts
 * import { attestationMismatch, failure } from "@byhand/envelope"
 * const envelope = failure(attestationMismatch({ expected: "D-42" }), { durationMs: 8120 })
 * console.log(envelope.ok, envelope.meta.exit_code, envelope.error.code) // false 4 ATTESTATION_MISMATCH
 * ```
 */
export function failure(error: CommandError, options: FailureOptions): FailureEnvelope {
  const command = toCommandError(error)
  const given = detailOf(command)
  const safe = handoffProblems(given).length === 0
  const detail = safe ? given : plainHandoff(given.code)
  const exit_code = exitOf(command, detail.code)
  const { data, warnings, meta } = envelopeParts(options.data, { exit_code, contract: "command" }, options)
  if (!safe) warnings.push(handoffReplaced)
  else if (typeof command.fixCommand === "string") warnings.push(...fixCommandWarnings(command.fixCommand))
  return Object.freeze({ ok: false, data, error: detail, warnings: Object.freeze(warnings), meta })
}

const handoffReplaced: Warning = Object.freeze({
  code: "HANDOFF_REPLACED",
  message:
    "The text of this error was replaced, because it could have told an agent how to get round the person."
})

// A subclass may have its own toDetail, so what it returns is completed and cleaned.
function detailOf(error: CommandError): ErrorDetail {
  let detail: ErrorDetail = { code: "GENERAL_ERROR", message: noReason, retryable: false }
  try {
    detail = CommandError.prototype.toDetail.call(error)
    detail = errorDetail({ ...detail, ...error.toDetail() })
  } catch {
    // What stands is the best that could be read.
  }
  return detail
}

function plainHandoff(code: string): ErrorDetail {
  const nothing = { command: [], positionals: [], hadOptions: false }
  return (
    code === "PERSON_REQUIRED" ? personRequired(nothing) : attestationMismatch({ expected: "" })
  ).toDetail()
}

// The fields of an error can be assigned to by code that is not type-checked, and a failure never exits with 0.
function exitOf(error: CommandError, code: string): CommandExit {
  if (handoffCodes.has(code)) return CommandExit.PRECONDITION
  try {
    return commandExit(error.exit || CommandExit.GENERAL_ERROR)
  } catch {
    return CommandExit.GENERAL_ERROR
  }
}

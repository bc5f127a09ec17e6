import type { JsonObject } from "@byhand/envelope"

/** What a program branches on. */
export type SessionErrorCode =
  | "SESSION_ID_INVALID"
  | "SESSION_UNKNOWN"
  | "SESSION_EXISTS"
  | "SESSION_BUSY"
  | "SESSION_UNREADABLE"
  | "SESSION_TOO_NEW"
  | "SESSION_NOT_SAVED"
  | "SESSION_LOST"
  | "SESSION_RELEASED"
  | "SESSION_NOT_WAITING"
  | "EVENT_REFUSED"
  | "ANSWER_INVALID"
  | "ANSWER_CONFLICT"

/** What a `SessionError` is made of. */
export interface SessionErrorOptions {
  readonly code: SessionErrorCode
  /** A sentence: what failed, and why. */
  readonly message: string
  /** True only if the identical call may succeed later and nothing was written. */
  readonly retryable?: boolean
  /** What to do about it. */
  readonly suggestion?: string
  readonly context?: JsonObject
  readonly cause?: unknown
}

/**
 * A session could not be opened, read, written or answered.
 *
 * @param options - see `SessionErrorOptions`; `retryable` is false unless given
 *
 * Requirement: ADR-0019: in a run's exit contract every one of these is 4, with `code` naming it.
 *
 * @example
 * ```ts
 * import { SessionError } from "@byhand/headless"
 * const error = new SessionError({ code: "SESSION_UNKNOWN", message: "There is no session S-1." })
 * console.log(error.code, error.retryable) // SESSION_UNKNOWN false
 * ```
 */
export class SessionError extends Error {
  readonly _tag = "SessionError"
  readonly code: SessionErrorCode
  readonly retryable: boolean
  readonly suggestion: string | undefined
  readonly context: JsonObject

  constructor(options: SessionErrorOptions) {
    super(options.message, "cause" in options ? { cause: options.cause } : {})
    this.name = "SessionError"
    this.code = options.code
    this.retryable = options.retryable === true
    this.suggestion = options.suggestion
    this.context = options.context ?? {}
  }
}

/** The session's files are not what a session's files are; none of them is touched. `why` is a sentence's end: "it …". */
export function unreadable(path: string, why: string, cause?: unknown): SessionError {
  return new SessionError({
    code: "SESSION_UNREADABLE",
    message: `The session cannot be read: ${path} ${why}. Nothing is changed.`,
    suggestion: `Repair ${path} from a backup, or move it away and start another session`,
    context: { path },
    ...(cause === undefined ? {} : { cause })
  })
}

/** A write did not take place, or the device did not confirm it. `consequence` is a sentence. */
export function notSaved(path: string, consequence: string, cause: unknown): SessionError {
  return new SessionError({
    code: "SESSION_NOT_SAVED",
    message: `${path} could not be written: ${messageOf(cause)}. ${consequence}`,
    suggestion: `Make sure that there is room and permission to write ${path}, then resume the session`,
    context: { path },
    cause
  })
}

/** The program asked for an event that the session's history does not allow. */
export function eventRefused(kind: string, why: string): SessionError {
  return new SessionError({
    code: "EVENT_REFUSED",
    message: `The event ${kind} is not recorded, because ${why}.`,
    suggestion: "This is a mistake of the program, not of its user: report it",
    context: { kind }
  })
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

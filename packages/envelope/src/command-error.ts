import { CommandExit, commandExit } from "@byhand/exit-codes"
import {
  errorDetail,
  keepsPromise,
  noReason,
  type ErrorDetail,
  type FieldError,
  type Redirect
} from "./error-detail.ts"
import { handoffCodes } from "./handoff-codes.ts"
import type { JsonObject } from "./json.ts"
import { isCode } from "./known-fields.ts"
import { newReason, reason } from "./reason.ts"

// Every copy of this package knows the errors of every other one by it, whatever name an error goes by.
const brand = Symbol.for("@byhand/envelope/command-error")

/** What a `CommandError` is made of. */
export interface CommandErrorOptions {
  /** What a program branches on: `^[A-Z][A-Z0-9_]+$`. */
  readonly code: string
  readonly exit: CommandExit
  /** A sentence: what failed, why, and what to do. */
  readonly message: string
  /** True only if the identical call may succeed and nothing was written. */
  readonly retryable?: boolean | undefined
  readonly suggestion?: string | undefined
  readonly detail?: string | undefined
  readonly context?: JsonObject | undefined
  /** The value that was caught, if any. Its message is shown, its stack never. */
  readonly cause?: unknown
  readonly docsUrl?: string | undefined
  readonly fixRequired?: string | undefined
  /** A command that can be run as it stands and repairs this. One with a placeholder, or that joins several, is left out. */
  readonly fixCommand?: string | undefined
  readonly phase?: ErrorDetail["phase"]
  /** Milliseconds, a whole number; above 0 for `RATE_LIMITED`, which cannot do without it. */
  readonly retryAfterMs?: number | undefined
  readonly retryStrategy?: ErrorDetail["retry_strategy"]
  readonly redirect?: Redirect | undefined
  readonly errors?: readonly FieldError[] | undefined
}

/**
 * A command's failure: a code to branch on, the exit code it ends with, and a sentence.
 *
 * @param options - see `CommandErrorOptions`; `retryable` is false unless given
 * @throws TypeError when `code` does not match `^[A-Z][A-Z0-9_]+$`; when `exit` is 0 or not a code of the command
 * contract; when a `PERSON_REQUIRED` or `ATTESTATION_MISMATCH` does not exit with 4; when a `RATE_LIMITED` does not say in
 * `retryAfterMs` how long to wait
 *
 * Requirement: REQ-C-013, REQ-C-014, REQ-C-030
 *
 * @example
 * ```ts
 * import { CommandExit } from "@byhand/exit-codes"
 * import { CommandError } from "@byhand/envelope"
 * const error = new CommandError({ code: "NO_SUCH_DECISION", exit: CommandExit.NOT_FOUND, message: "There is no D-43" })
 * console.log(error.exitCode, error.retryable) // 5 false
 * console.log(JSON.stringify(error.toDetail())) // {"code":"NO_SUCH_DECISION","message":"There is no D-43","retryable":false}
 * ```
 */
export class CommandError extends Error {
  readonly code: string
  readonly exit: CommandExit
  readonly retryable: boolean
  readonly suggestion: string | undefined
  readonly detail: string | undefined
  readonly context: JsonObject | undefined
  readonly docsUrl: string | undefined
  readonly fixRequired: string | undefined
  readonly fixCommand: string | undefined
  readonly phase: ErrorDetail["phase"]
  readonly retryAfterMs: number | undefined
  readonly retryStrategy: ErrorDetail["retry_strategy"]
  readonly redirect: Redirect | undefined
  readonly errors: readonly FieldError[] | undefined

  constructor(options: CommandErrorOptions) {
    const { code, exit, message, cause } = options
    super(
      typeof message === "string" && message !== "" ? message : noReason,
      "cause" in options ? { cause } : {}
    )
    this.name = "CommandError"
    this.code = checkedCode(code)
    this.exit = checkedExit(code, exit)
    this.retryable = options.retryable === true
    this.suggestion = options.suggestion
    this.detail = options.detail
    this.context = options.context
    this.docsUrl = options.docsUrl
    this.fixRequired = options.fixRequired
    this.fixCommand = options.fixCommand
    this.phase = options.phase
    this.retryAfterMs = checkedWait(code, options.retryAfterMs)
    this.retryStrategy = options.retryStrategy
    this.redirect = options.redirect
    this.errors = options.errors
  }

  /** Marks the class for other copies of this package. */
  get [brand](): true {
    return true
  }

  /** The exit code under the name by which command frameworks look for it. */
  get exitCode(): CommandExit {
    return this.exit
  }

  /**
   * The `error` of an envelope that reports this failure.
   *
   * @returns a frozen plain object in the contract's field names and order, plain text throughout, without any stack
   *
   * Requirement: REQ-C-013, REQ-F-007. It never throws.
   */
  toDetail(): ErrorDetail {
    // Read as a stranger's: code that is not type-checked may have assigned anything to it.
    const message = reason(this)
    return errorDetail({
      code: this.code,
      message,
      retryable: this.retryable,
      retry_after_ms: this.retryAfterMs,
      retry_strategy: this.retryStrategy,
      phase: this.phase,
      suggestion: this.suggestion,
      fix_required: this.fixRequired,
      fix_command: this.fixCommand,
      redirect: this.redirect,
      detail: this.detail,
      cause: newReason(this.cause, message),
      context: this.context,
      docs_url: this.docsUrl,
      errors: this.errors
    })
  }
}

/** Whether a value is a `CommandError` of this copy of the package or of another one. It throws what a proxy throws. */
export function isCommandError(value: unknown): value is CommandErrorOptions & Error {
  return value instanceof Error && (value as { [brand]?: unknown })[brand] === true
}

function checkedCode(code: unknown): string {
  if (isCode(code)) return code
  throw new TypeError(
    `A CommandError needs a code that programs can branch on, of capitals, digits and underscores, beginning with a ` +
      `capital. Received ${describe(code)}. Expected for example "NOT_FOUND".`
  )
}

function checkedExit(code: string, exit: unknown): CommandExit {
  if (handoffCodes.has(code) && exit !== CommandExit.PRECONDITION) {
    throw new TypeError(
      `A CommandError with the code ${code} exits with 4 (PRECONDITION), because nothing has been done. Received ` +
        `${describe(exit)}. Use CommandExit.PRECONDITION, or personRequired() and attestationMismatch().`
    )
  }
  try {
    if (exit !== CommandExit.SUCCESS) return commandExit(exit as number)
  } catch {
    // Falls through: 0 and a code outside the contract are refused alike.
  }
  throw new TypeError(
    `A CommandError needs an exit code of the command contract that is not 0, because a failure never exits with 0. ` +
      `Received ${describe(exit)}. Use a constant of CommandExit, or commandExit(code).`
  )
}

function checkedWait(code: string, retryAfterMs: number | undefined): number | undefined {
  if (keepsPromise(code, retryAfterMs)) return retryAfterMs
  throw new TypeError(
    `A CommandError with the code RATE_LIMITED says how long to wait, because whoever gets it asks again. Received ` +
      `${describe(retryAfterMs)}. Give retryAfterMs as a whole number of milliseconds above 0.`
  )
}

function describe(value: unknown): string {
  return typeof value === "string"
    ? JSON.stringify(value.slice(0, 100))
    : typeof value === "number"
      ? `${value}`
      : `a value of type ${typeof value}`
}

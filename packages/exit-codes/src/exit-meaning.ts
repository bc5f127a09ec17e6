import { CommandExit } from "./command-exit.ts"

/** What may have changed when a command ends with a code. */
export type SideEffects = "none" | "partial" | "complete"

/** What an exit code is about; `"signal"` is 128 plus the number of a signal the framework handles. */
export type ExitGroup =
  | "success"
  | "execution"
  | "input"
  | "resource"
  | "auth"
  | "infrastructure"
  | "routing"
  | "continuation"
  | "signal"

/** One row of the exit table. */
export interface ExitMeaning {
  readonly code: CommandExit
  /** The constant's name in `CommandExit`. */
  readonly name: string
  readonly group: ExitGroup
  /** Whether the identical call may succeed later. "After a fix" is false. */
  readonly retryable: boolean
  readonly sideEffects: SideEffects
  readonly meaning: string
}

function row(
  name: keyof typeof CommandExit,
  group: ExitGroup,
  sideEffects: SideEffects,
  meaning: string,
  retryable = false
): ExitMeaning {
  return Object.freeze({ code: CommandExit[name], name, group, retryable, sideEffects, meaning })
}

/**
 * The exit table of the command contract, one row for every constant of `CommandExit`, in the order of the codes.
 *
 * Where the contract leaves a value to the command ("depends"), the row says what is safe to assume: not retryable, and
 * something may have changed.
 *
 * Requirement: REQ-F-001, REQ-F-069
 *
 * @example
 * ```ts
 * import { commandExits } from "@byhand/exit-codes"
 * console.log(commandExits.filter((row) => row.retryable).map((row) => row.name).join(" ")) // RATE_LIMITED UNAVAILABLE
 * ```
 */
export const commandExits: readonly ExitMeaning[] = Object.freeze([
  row("SUCCESS", "success", "complete", "Completed as intended"),
  row("GENERAL_ERROR", "execution", "partial", "Failure with no more specific code; side effects unknown"),
  row("ARG_ERROR", "input", "none", "Input rejected before any side effect; fix the input and reissue"),
  row("PARTIAL_FAILURE", "execution", "partial", "Started but not finished; some state changed"),
  row("PRECONDITION", "input", "none", "A precondition is not met; nothing changed"),
  row("NOT_FOUND", "resource", "none", "The addressed resource does not exist; nothing changed"),
  row("CONFLICT", "resource", "none", "The resource exists already or versions conflict; nothing changed"),
  row("PERMISSION_DENIED", "auth", "none", "Valid credentials without the needed permission"),
  row("AUTH_REQUIRED", "auth", "none", "Credentials missing, invalid, or expired; error.code says which"),
  row("PAYMENT_REQUIRED", "auth", "none", "A payment is needed first"),
  row("TIMEOUT", "infrastructure", "partial", "Time limit reached; state may be partly changed"),
  row(
    "RATE_LIMITED",
    "infrastructure",
    "none",
    "Upstream rate limit; retry after error.retry_after_ms",
    true
  ),
  row("UNAVAILABLE", "infrastructure", "none", "Service temporarily down; back off and retry", true),
  row("REDIRECTED", "routing", "none", "Command moved; run error.redirect.command"),
  row(
    "INCOMPLETE",
    "continuation",
    "partial",
    "Work goes on or is paused and is not lost; run data.continue_command"
  ),
  row("HANGUP", "signal", "partial", "Ended by SIGHUP; state may be partly changed"),
  row("INTERRUPTED", "signal", "partial", "Ended by SIGINT; state may be partly changed"),
  row("TERMINATED", "signal", "partial", "Ended by SIGTERM; state may be partly changed")
])

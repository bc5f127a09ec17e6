import { isatty } from "node:tty"

/**
 * Why no person can be asked.
 *
 * @example
 * ```ts
 * import type { AbsenceReason } from "@byhand/attestation"
 * const reason: AbsenceReason = "STDIN_NOT_A_TERMINAL"
 * ```
 */
export type AbsenceReason =
  | "NON_INTERACTIVE"
  | "STDIN_NOT_A_TERMINAL"
  | "STDOUT_NOT_A_TERMINAL"
  | "TERMINAL_UNAVAILABLE"

/**
 * Whether a person can be asked, and if not, why.
 *
 * @example
 * ```ts
 * import type { Presence } from "@byhand/attestation"
 * const absent: Presence = { present: false, reason: "NON_INTERACTIVE" }
 * ```
 */
export type Presence =
  | { readonly present: true }
  | { readonly present: false; readonly reason: AbsenceReason }

/**
 * Tells whether a person can be asked: stdin and stdout are both terminals and the call is not non-interactive.
 *
 * The file descriptors are asked, not the writable `.isTTY`; no environment variable and no `/dev/tty` plays a part.
 *
 * @param at - the two streams (a stream without a numeric `fd` is no terminal) and whether `--non-interactive` was given
 * @returns `{ present: true }`, or the first reason why not. Never throws.
 *
 * Requirement: REQ-C-036 ("It asks only when both stdin and stdout are terminals and --non-interactive is absent").
 *
 * @example
 * ```ts
 * import { personPresence } from "@byhand/attestation"
 * const presence = personPresence({ stdin: process.stdin, stdout: process.stdout, nonInteractive: true })
 * console.log(presence.present ? "a person" : presence.reason) // NON_INTERACTIVE
 * ```
 */
export function personPresence(at: {
  readonly stdin: { readonly fd?: number }
  readonly stdout: { readonly fd?: number }
  readonly nonInteractive: boolean
}): Presence {
  if (at.nonInteractive) return { present: false, reason: "NON_INTERACTIVE" }
  if (!isTerminal(at.stdin)) return { present: false, reason: "STDIN_NOT_A_TERMINAL" }
  if (!isTerminal(at.stdout)) return { present: false, reason: "STDOUT_NOT_A_TERMINAL" }
  return { present: true }
}

/** Whether the descriptor behind a stream is a terminal; a stream without one is not. */
export function isTerminal(stream: { readonly fd?: number }): boolean {
  return typeof stream.fd === "number" && isatty(stream.fd)
}

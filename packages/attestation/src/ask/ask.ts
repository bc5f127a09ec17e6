import type { ReadStream, WriteStream } from "node:tty"
import { personPresence } from "../presence.ts"
import { requestProblems, type AttestationRequest } from "../request.ts"
import { inTurn } from "./in-turn.ts"
import type { AskOutcome } from "./outcome.ts"

/**
 * Where to ask; `process` itself is one.
 *
 * - `stdin`, `stdout`: both must be terminals for anyone to be asked
 * - `stderr`: the question is drawn here when it is a terminal, else on `stdout`
 * - `nonInteractive`: whether the call forbids questions (`--non-interactive`)
 * - `env`: `TERM` and `NO_COLOR` decide how it is drawn, never whether; `process.env` unless given
 *
 * @example
 * ```ts
 * import type { AskStreams } from "@byhand/attestation"
 * const streams: AskStreams = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr }
 * ```
 */
export interface AskStreams {
  readonly stdin: ReadStream & { readonly fd?: number }
  readonly stdout: WriteStream & { readonly fd?: number }
  readonly stderr: NodeJS.WritableStream & { readonly fd?: number }
  readonly nonInteractive?: boolean
  readonly env?: NodeJS.ProcessEnv
}

/**
 * Asks the person at the terminal to type back an expected text, once: no retry, no default, no timeout.
 *
 * The question is drawn, what was typed before it is thrown away, and the mark `> ` is printed: only what is typed after
 * it counts, and only the exact code points confirm. The terminal is given back as it was, however this ends.
 * Questions of one process queue; a Ctrl-C at one interrupts those that wait.
 *
 * @param request - the statement and the text to type
 * @param streams - where to ask
 * @returns how it ended. Rejects with a TypeError that lists {@link requestProblems} when the request cannot be asked;
 * nothing else rejects.
 *
 * Requirement: REQ-C-036 ("the framework shows a statement of what the person is confirming and asks them to type back an
 * expected string").
 *
 * @example
 * ```ts
 * import { ask } from "@byhand/attestation"
 * const outcome = await ask({ statement: "Approve decision D-42?", expected: "D-42" }, process)
 * if (outcome._tag === "Confirmed") console.log(outcome.record.confirmed_at)
 * ```
 */
export async function ask(request: AttestationRequest, streams: AskStreams): Promise<AskOutcome> {
  const problems = requestProblems(request)
  if (problems.length > 0) throw new TypeError(`The attestation cannot be asked: ${problems.join("; ")}.`)
  // Copied: the caller may change its object while the question waits.
  const { statement, expected } = request
  return inTurn(() => askNow({ statement, expected }, streams))
}

async function askNow(request: AttestationRequest, streams: AskStreams): Promise<AskOutcome> {
  const opened = open(streams)
  if (opened === undefined) return { _tag: "Unavailable", reason: "TERMINAL_UNAVAILABLE" }
  const { stdin, stdout, stderr } = opened
  const presence = personPresence({ stdin, stdout, nonInteractive: streams.nonInteractive === true })
  if (!presence.present) return { _tag: "Unavailable", reason: presence.reason }
  // All that draws and reads is loaded where there is someone to ask: a refusal needs none of it.
  const { askAtTerminal } = await import("./at-terminal.ts")
  return askAtTerminal(request, { stdin, stdout, stderr, env: streams.env ?? process.env })
}

// Node opens a stream when it is first read, and throws ERR_TTY_INIT_FAILED when the terminal cannot be opened.
function open(streams: AskStreams): Pick<AskStreams, "stdin" | "stdout" | "stderr"> | undefined {
  try {
    const { stdin, stdout, stderr } = streams
    return { stdin, stdout, stderr }
  } catch {
    return undefined
  }
}

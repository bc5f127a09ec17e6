import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { endOf } from "./end-of.ts"
import { markShown } from "./run-as-person.ts"
import { runPiped } from "./run-piped.ts"
import { Terminal } from "./terminal.ts"

/** Where a command finds its two streams. */
export interface Place {
  readonly stdin: "terminal" | "null" | "answer" | "closed"
  readonly stdout: "terminal" | "pipe"
}

/** What hands do at a terminal: what they type before the mark, and what they do at it. */
export interface Hands {
  readonly early?: string
  readonly atMark?: string | "hang up"
}

/** One start of the command. */
export interface Attempt {
  readonly command: readonly string[]
  readonly place: Place
  readonly hands: Hands
  /** What a pipe at stdin holds. */
  readonly answer: string
  readonly cwd: string | undefined
  readonly env: Readonly<Record<string, string | undefined>>
  readonly timeoutMs: number
}

/** What came of it. `shown` is what was on the screen when the mark appeared, if it did. */
export interface Outcome {
  readonly exitCode: number
  /** What was written to stdout when it was a pipe. */
  readonly stdout: string | undefined
  readonly raw: string
  readonly shown: string | undefined
}

/** Starts the command there, lets the hands do their part, and waits for its end; rejects when it does not end. */
export async function make(attempt: Attempt): Promise<Outcome> {
  const { stdin, stdout } = attempt.place
  if (stdin !== "terminal" && stdout === "pipe") return offTerminal(attempt, stdin)
  if (stdin === "terminal" && stdout === "terminal") return atTerminal(attempt, attempt.command)
  if (stdout === "terminal") return atTerminal(attempt, withStdin(attempt))
  return withPipedStdout(attempt)
}

async function offTerminal(attempt: Attempt, stdin: "null" | "answer" | "closed"): Promise<Outcome> {
  const { command, answer, cwd, env, timeoutMs } = attempt
  const { exitCode, stdout } = await runPiped(command, {
    stdin: stdin === "answer" ? `${answer}\n` : stdin,
    env,
    timeoutMs,
    ...(cwd === undefined ? {} : { cwd })
  })
  return { exitCode, stdout, raw: stdout, shown: undefined }
}

/** The terminal stays the controlling one; a shell gives the command another stdin. */
function withStdin({ command, answer, place }: Attempt): readonly string[] {
  if (place.stdin === "null") return ["/bin/sh", "-c", '"$@" </dev/null', "sh", ...command]
  return ["/bin/sh", "-c", 'answer=$1; shift; printf "%s\\n" "$answer" | "$@"', "sh", answer, ...command]
}

async function withPipedStdout(attempt: Attempt): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), "byhand-conformance-"))
  const [out, code] = [join(folder, "stdout"), join(folder, "exit-code")]
  const script = 'out=$1 code=$2; shift 2; { "$@"; echo $? >"$code"; } | cat >"$out"'
  try {
    const seen = await atTerminal(attempt, ["/bin/sh", "-c", script, "sh", out, code, ...attempt.command])
    const exitCode = Number.parseInt(readFileSync(code, "utf8"), 10)
    return { ...seen, exitCode, stdout: readFileSync(out, "utf8") }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function atTerminal(attempt: Attempt, command: readonly string[]): Promise<Outcome> {
  const { hands, cwd, env, timeoutMs } = attempt
  const terminal = Terminal.start(command, { env, ...(cwd === undefined ? {} : { cwd }) })
  try {
    if (hands.early !== undefined) terminal.type(hands.early)
    const shown = await terminal.waitFor(markShown, { timeoutMs }).catch(() => undefined)
    if (shown !== undefined) act(terminal, hands.atMark ?? "\u0003")
    // Without the mark it has ended, or it hangs and had its time.
    const { exitCode } = await endOf(terminal, shown === undefined ? 0 : timeoutMs)
    return { exitCode, stdout: undefined, raw: terminal.raw, shown }
  } finally {
    terminal.hangUp()
  }
}

function act(terminal: Terminal, what: string): void {
  if (what === "hang up") terminal.hangUp()
  else terminal.type(what)
}

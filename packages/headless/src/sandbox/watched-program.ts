import { type ChildProcess, spawn } from "node:child_process"
import type { Readable, Writable } from "node:stream"
import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import { identityOf, type ProcessIdentity } from "../sessions/process-identity.ts"
import type { ProgramCommand } from "./language.ts"
import { killMarked } from "./marked-processes.ts"
import type { ProgramLimits, ProgramRun } from "./program.ts"
import { residentBytes } from "./resident-memory.ts"

/** A program to start. */
interface ProgramStart extends ProgramCommand {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>> & { readonly BYHAND_PROGRAM: string }
  /** What it gets on stdin; null for the end of the file at once. */
  readonly stdin: string | null
  readonly limits: ProgramLimits
}

/** Milliseconds between two looks at a program's memory. Where a process has to be started for each, they are fewer. */
const lookEvery = process.platform === "linux" ? 20 : 500
/** Milliseconds that the rest of its output may take once a program is gone: another process may hold its pipes open. */
const drainFor = 500
const stderrKept = 2000

/** Starts a program, which waits for `toItsEnd` before its first instruction. Fails when it cannot be started. */
export function startProgram(start: ProgramStart): Effect.Effect<WatchedProgram, HarnessFailure> {
  return Effect.callback<WatchedProgram, HarnessFailure>((resume) => {
    let child: ChildProcess
    try {
      // In a process group of its own, so that a Ctrl-C at the terminal goes to the host alone, and a kill to all of it.
      const { file, args, cwd, env } = start
      child = spawn(file, args, {
        cwd,
        env,
        detached: true,
        stdio: [start.stdin === null ? "ignore" : "pipe", "pipe", "pipe", "pipe"]
      })
    } catch (error) {
      resume(Effect.fail(notStarted(error)))
      return
    }
    child.once("error", (error) => resume(Effect.fail(notStarted(error))))
    child.once("spawn", () => resume(Effect.succeed(new WatchedProgram(child, start))))
  })
}

/** A program at work, and the watch over it. */
class WatchedProgram {
  readonly identity: ProcessIdentity
  readonly #child: ChildProcess
  readonly #start: ProgramStart
  readonly #pid: number
  readonly #stdout: Buffer[] = []
  #stderr = ""
  #bytes = 0
  #limit: ProgramRun["limit"] = null
  readonly #exited: Promise<{ readonly code: number | null; readonly signal: string | null }>
  readonly #closed: Promise<unknown>

  constructor(child: ChildProcess, start: ProgramStart) {
    this.#child = child
    this.#start = start
    this.#pid = child.pid as number
    this.identity = identityOf(this.#pid)
    this.#exited = new Promise((resolve) => {
      child.once("exit", (code, signal) => resolve({ code, signal }))
    })
    this.#closed = new Promise((resolve) => child.once("close", resolve))
    const { stdout, stderr, stdin } = child
    this.#collect(stdout, (chunk) => this.#stdout.push(chunk))
    this.#collect(stderr, (chunk) => {
      this.#stderr = (this.#stderr + chunk.toString("utf8")).slice(-stderrKept)
    })
    // A program that does not read its input ends no host.
    for (const input of [stdin, this.#gate]) input?.on("error", () => {})
  }

  /** Lets it run, and waits until it has ended, or has broken a limit and was ended for it. */
  async toItsEnd(): Promise<ProgramRun> {
    const { limits, stdin } = this.#start
    const begun = performance.now()
    const deadline = setTimeout(() => this.#breaks("time"), limits.timeMs)
    const watch = setInterval(() => {
      if (residentBytes(this.#pid) > limits.memoryBytes) this.#breaks("memory")
    }, lookEvery)
    this.#gate.end("!")
    this.#child.stdin?.end(stdin ?? "")
    const { code, signal } = await this.#exited
    clearTimeout(deadline)
    clearInterval(watch)
    const duration_ms = Math.round(performance.now() - begun)
    await this.end()
    return {
      exit_code: this.#limit === null ? code : null,
      signal,
      limit: this.#limit,
      stdout: Buffer.concat(this.#stdout).toString("utf8"),
      stderr: this.#stderr,
      duration_ms
    }
  }

  /** Ends it and whatever it started, and waits until they are gone. */
  async end(): Promise<void> {
    this.#kill()
    killMarked(this.#start.env.BYHAND_PROGRAM)
    await this.#exited
    const late = setTimeout(() => {
      for (const stream of this.#child.stdio) stream?.destroy()
    }, drainFor)
    await this.#closed
    clearTimeout(late)
  }

  get #gate(): Writable {
    return this.#child.stdio[3] as Writable
  }

  #collect(stream: Readable | null, keep: (chunk: Buffer) => void): void {
    stream?.on("data", (chunk: Buffer) => {
      const left = this.#start.limits.outputBytes - this.#bytes
      this.#bytes += chunk.length
      if (left > 0) keep(chunk.subarray(0, left))
      if (chunk.length > left) this.#breaks("output")
    })
    stream?.on("error", () => {})
  }

  #breaks(limit: NonNullable<ProgramRun["limit"]>): void {
    this.#limit ??= limit
    this.#kill()
  }

  #kill(): void {
    try {
      process.kill(-this.#pid, "SIGKILL")
    } catch {
      // Everybody in the group is gone.
    }
  }
}

function notStarted(error: unknown): HarnessFailure {
  const message = `A program could not be started: ${(error as Error).message}. Nothing of it was run.`
  const record = harnessError({
    code: "PROGRAM_NOT_STARTED",
    operation: "RUN_PROGRAM",
    message,
    retryable: true
  })
  return new HarnessFailure(record, { cause: error })
}

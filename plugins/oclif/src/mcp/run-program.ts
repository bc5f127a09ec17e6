import { spawn } from "node:child_process"
import { endTree } from "./process-tree.ts"

/** What a program is run with. */
export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv
  /** Milliseconds after which it is ended, with all that it started. */
  readonly timeoutMs: number
  /** Ends it, with all that it started. */
  readonly signal: AbortSignal
  /** Each line that it writes to stderr. */
  readonly onLine: (line: string) => void
}

/** How a program ended. */
export interface ProgramEnd {
  readonly exitCode: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  /** The last of what it wrote to stderr. */
  readonly stderr: string
  /** Why it was ended, when it was. */
  readonly ended?: "timeout" | "abort" | "output"
}

/** What is kept of stdout, in bytes: more than any client wants in one message. */
const mostOutput = 16 * 1024 * 1024
const keptOfStderr = 8 * 1024
/** How long the output of a program that has ended is waited for, in milliseconds. */
const grace = 2000

/**
 * Runs a program as a process of its own: without a shell, without a terminal, with nothing on stdin.
 *
 * It leads a session of its own, so `/dev/tty` is no way to a terminal either.
 *
 * @throws the error of the operating system when it cannot be started
 */
export function runProgram(
  [program, ...args]: readonly [string, ...string[]],
  { env, timeoutMs, signal, onLine }: ProgramOptions
): Promise<ProgramEnd> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      env,
      detached: true,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"]
    })
    let ended: ProgramEnd["ended"]
    let isEnded = Promise.resolve()
    const end = (why: NonNullable<ProgramEnd["ended"]>) => {
      if (ended !== undefined || child.pid === undefined) return
      ended = why
      isEnded = endTree(child.pid)
    }
    const onAbort = () => end("abort")
    const timer = setTimeout(() => end("timeout"), timeoutMs)
    const stdout = new Kept(mostOutput, () => end("output"))
    const stderr = new Tail(onLine)
    child.stdout.on("data", (chunk: Buffer) => stdout.add(chunk))
    child.stderr.on("data", (chunk: Buffer) => stderr.add(chunk.toString()))
    signal.addEventListener("abort", onAbort, { once: true })
    const settle = () => {
      clearTimeout(timer)
      signal.removeEventListener("abort", onAbort)
    }
    child.once("error", (error) => {
      settle()
      reject(error)
    })
    let waiting: NodeJS.Timeout | undefined
    const finish = async () => {
      settle()
      clearTimeout(waiting)
      await isEnded
      child.stdout.destroy()
      child.stderr.destroy()
      resolve({
        exitCode: child.exitCode,
        signal: child.signalCode,
        stdout: stdout.text(),
        stderr: stderr.text,
        ...(ended === undefined ? {} : { ended })
      })
    }
    child.once("close", () => void finish())
    // What it started may hold the pipes open for as long as it likes.
    child.once("exit", () => (waiting = setTimeout(() => void finish(), grace)))
    if (signal.aborted) onAbort()
  })
}

class Kept {
  readonly #chunks: Buffer[] = []
  #bytes = 0
  readonly #most: number
  readonly #onTooMuch: () => void

  constructor(most: number, onTooMuch: () => void) {
    this.#most = most
    this.#onTooMuch = onTooMuch
  }

  add(chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes <= this.#most) this.#chunks.push(chunk)
    else this.#onTooMuch()
  }

  text(): string {
    return Buffer.concat(this.#chunks).toString()
  }
}

class Tail {
  text = ""
  #line = ""
  readonly #onLine: (line: string) => void

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  add(more: string): void {
    this.text = (this.text + more).slice(-keptOfStderr)
    const lines = (this.#line + more).split("\n")
    this.#line = (lines.pop() ?? "").slice(-keptOfStderr)
    for (const line of lines) if (line.trim() !== "") this.#onLine(line.trim())
  }
}

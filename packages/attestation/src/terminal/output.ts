import { fstatSync, writeSync } from "node:fs"
import { Writable } from "node:stream"
import type { ReadStream, WriteStream } from "node:tty"
import { isTerminal } from "../presence.ts"

/** The streams a question can be drawn on, and what decides how. */
export interface OutputStreams {
  readonly stdin: ReadStream & { readonly fd?: number }
  readonly stdout: WriteStream & { readonly fd?: number }
  readonly stderr: NodeJS.WritableStream & { readonly fd?: number }
  readonly env: NodeJS.ProcessEnv
}

const defaultColumns = 80
const defaultRows = 24
const leastColumns = 20

/** The screen side of the terminal: where the question is drawn, and what that terminal can do. */
export class TerminalOutput {
  /** Which stream is drawn on. */
  readonly name: "stderr" | "stdout"
  /** Whether that is another terminal than the one the person types at. */
  readonly elsewhere: boolean
  /** Whether the terminal understands no control sequence at all. */
  readonly dumb: boolean
  readonly #colour: boolean
  readonly #stream: NodeJS.WritableStream & { readonly fd?: number }
  readonly #sized: WriteStream

  constructor(streams: OutputStreams) {
    const { stdin, stdout, stderr, env } = streams
    // On stderr whenever it is a terminal, so that stdout can carry a program's document.
    const onStderr = isTerminal(stderr)
    this.name = onStderr ? "stderr" : "stdout"
    this.#stream = onStderr ? stderr : stdout
    this.elsewhere = !sameDevice(onStderr ? stderr : stdout, stdin)
    this.#sized = onStderr ? (stderr as WriteStream) : stdout
    const term = env["TERM"] ?? ""
    this.dumb = term === "dumb" || (term === "" && process.platform !== "win32")
    this.#colour = !this.dumb && (env["NO_COLOR"] ?? "") === ""
  }

  /** The width of the terminal in cells, as of now. */
  get columns(): number {
    return Math.max(leastColumns, this.#sized.columns || defaultColumns)
  }

  /** The height of the terminal in rows, as of now. */
  get rows(): number {
    return this.#sized.rows || defaultRows
  }

  /** Asks for the size again: a stopped process was not told that the window changed, nor were others in it. */
  refreshSize(): void {
    process.emit("SIGWINCH", "SIGWINCH")
  }

  /** The text in bold, where colour is allowed. */
  strong(text: string): string {
    return this.#colour ? `\u001b[1m${text}\u001b[0m` : text
  }

  /**
   * Writes to the terminal itself, at once: a `write` that was replaced or corked on the stream is no way to hide or
   * reorder what the person sees. Throws when the terminal is gone.
   */
  write(text: string): void {
    const { fd } = this.#stream
    // Only the stream knows the console's encoding on Windows.
    if (process.platform === "win32" || fd === undefined)
      Writable.prototype.write.call(this.#stream, text, "utf8")
    else writeAll(fd, Buffer.from(text))
  }
}

function sameDevice(one: { readonly fd?: number }, other: { readonly fd?: number }): boolean {
  try {
    return fstatSync(one.fd ?? -1).rdev === fstatSync(other.fd ?? -1).rdev
  } catch {
    return false
  }
}

const retryMs = 5
const longestStallMs = 2000

// Another program may have made the shared terminal non-blocking: a full buffer is then EAGAIN, for a moment.
function writeAll(fd: number, bytes: Buffer): void {
  let written = 0
  let stalled = 0
  while (written < bytes.length) {
    try {
      written += writeSync(fd, bytes, written)
      stalled = 0
    } catch (cause) {
      const again = cause instanceof Error && "code" in cause && cause.code === "EAGAIN"
      if (!again || stalled >= longestStallMs) throw cause
      stalled += retryMs
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
    }
  }
}

import { Buffer } from "node:buffer"
import { reportLost } from "./report-lost.ts"
import type { JsonValue } from "./json.ts"
import type { EnvelopeMeta, ResponseEnvelope } from "./response-envelope.ts"
import { unsent } from "./unsent.ts"
import { writeWhole } from "./write-whole.ts"

type OutputStream = NodeJS.WritableStream & { readonly fd?: number; readonly errored?: Error | null }
type Write = (bytes: Uint8Array, done?: (error?: Error | null) => void) => boolean

/** Where an envelope goes. */
export interface EnvelopeTarget {
  /** Normally `process.stdout`. */
  readonly stream: OutputStream
  /** How long in milliseconds a synchronous write waits for a reader that takes nothing at all; 10,000 unless given. */
  readonly stallMs?: number | undefined
  /** The text that an envelope is written as; its JSON and a line feed unless given. */
  readonly render?: ((envelope: ResponseEnvelope) => string) | undefined
}

/**
 * Writes the one document of a command to its output, once and whole.
 *
 * - It calls the `write` the stream's class has, so a host that put its own `write` on `process.stdout` does not get it.
 * - A reader that went away (EPIPE) is no news: nothing is reported and the exit code stays.
 * - When the document cannot be written for another reason (a full disk), one sentence says so on standard error, and a
 *   command that would end with 0 ends with 1: a success nobody can read is not one. The exit code of a run stands. `write`
 *   does not reject.
 * - `process.exit` in the middle of a write does not cut the document: the rest is written as the process ends.
 *
 * @param target - the stream, and how long a synchronous write may stall
 *
 * Requirement: REQ-F-004, REQ-F-006, REQ-F-014
 *
 * @example
 * ```ts
 * import { EnvelopeSink, success } from "@byhand/envelope"
 * const sink = new EnvelopeSink({ stream: process.stdout })
 * await sink.write(success(null, { durationMs: 3 })) // {"ok":true,"data":null,"error":null,"warnings":[],"meta":{"exit_code":0,"duration_ms":3,"contract":"command"}}
 * await sink.write(success("a second document", { durationMs: 4 }))
 * console.log(sink.written) // true
 * ```
 */
export class EnvelopeSink {
  readonly #stream: OutputStream
  readonly #stallMs: number
  readonly #render: (envelope: ResponseEnvelope) => string
  #delivery: Promise<void> | undefined

  constructor(target: EnvelopeTarget) {
    this.#stream = target.stream
    this.#stallMs = target.stallMs ?? 10_000
    this.#render = target.render ?? jsonLine
  }

  /** Whether a document has been given to this sink, even if it is still on its way. */
  get written(): boolean {
    return this.#delivery !== undefined
  }

  /**
   * Writes the envelope and a line feed, unless a document has been written already.
   *
   * @param envelope - what `success` or `failure` made
   * @returns when the first document has left the process, or cannot: also for a second call, which writes nothing
   */
  write(envelope: ResponseEnvelope): Promise<void> {
    this.#delivery ??= this.#deliver(this.#bytes(envelope), envelope.meta)
    return this.#delivery
  }

  /**
   * Writes the envelope and a line feed before it returns, unless a document has been written already: for a handler of
   * the process's `exit` event, where nothing asynchronous runs any more.
   *
   * @param envelope - what `success` or `failure` made
   */
  writeSync(envelope: ResponseEnvelope): void {
    if (this.written) return
    this.#delivery = Promise.resolve()
    this.#writeNow(this.#bytes(envelope), envelope.meta)
  }

  /**
   * Writes a line of a stream in front of the document that ends it.
   *
   * @param value - what the line says: JSON without any line feed
   * @returns whether anybody takes more lines: false once the reader is gone, or the document was written. It does not reject
   */
  async line(value: JsonValue): Promise<boolean> {
    if (this.written || this.#stream.errored) return false
    const listenAgain = withoutErrorListeners(this.#stream)
    const failed = await new Promise<Error | null | undefined>((resolve) => {
      this.#stream.once("error", resolve)
      classWrite(this.#stream).call(this.#stream, Buffer.from(jsonLine(value)), (error) => {
        // Its event is still to come.
        if (!error) this.#stream.off("error", resolve)
        resolve(error)
      })
    })
    if (!failed) listenAgain()
    return !failed
  }

  #bytes(envelope: ResponseEnvelope): Buffer {
    return Buffer.from(this.#render(envelope))
  }

  #deliver(document: Buffer, meta: EnvelopeMeta): Promise<void> {
    return new Promise((resolve) => {
      let settled = false
      const listenAgain = withoutErrorListeners(this.#stream)
      const finish = () =>
        this.#writeNow(document.subarray(document.length - unsent(this.#stream, document)), meta)
      const settle = (error?: Error | null) => {
        // A failed write calls back and emits an error as well; and what fails later is not this document.
        if (settled) return
        settled = true
        process.off("exit", finish)
        if (error) this.#failed(error, meta)
        // After a failure its event is still to come.
        else listenAgain()
        resolve()
      }
      process.once("exit", finish)
      this.#stream.on("error", settle)
      try {
        classWrite(this.#stream).call(this.#stream, document, settle)
      } catch (error) {
        settle(error as Error)
      }
    })
  }

  #writeNow(bytes: Buffer, meta: EnvelopeMeta): void {
    const { fd } = this.#stream
    try {
      if (typeof fd === "number") writeWhole(fd, bytes, this.#stallMs)
      else classWrite(this.#stream).call(this.#stream, bytes)
    } catch (error) {
      this.#failed(error as Error, meta)
    }
  }

  #failed(error: NodeJS.ErrnoException, meta: EnvelopeMeta): void {
    const { code } = error
    const errored: NodeJS.ErrnoException | null | undefined = this.#stream.errored
    const readerIsGone = code === "EPIPE" || (code === "ERR_STREAM_DESTROYED" && errored?.code === "EPIPE")
    if (!readerIsGone) reportLost(error, meta)
  }
}

function jsonLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`
}

/**
 * Takes the listeners of a stream's errors away, and returns what gives them back. One of a host's may throw, as oclif's
 * does for all but EPIPE, and a full disk would end in a stack trace.
 */
function withoutErrorListeners(stream: OutputStream): () => void {
  const listeners = stream.rawListeners("error") as ((error: Error) => void)[]
  for (const listener of listeners) stream.off("error", listener)
  return () => {
    for (const listener of listeners) stream.on("error", listener)
  }
}

function classWrite(stream: OutputStream): Write {
  const { write } = Object.getPrototypeOf(stream) as Partial<OutputStream>
  return (typeof write === "function" ? write : stream.write) as Write
}

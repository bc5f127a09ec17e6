import type { ReadStream } from "node:tty"
import { RawMode } from "./raw-mode.ts"

/** What an input tells its owner. */
export interface InputEvents {
  bytes(chunk: Uint8Array): void
  /** The terminal is gone: end of file, a read error, or a closed stream. */
  gone(): void
}

/** Whether someone else is reading stdin, so that the answer would go to them, or to both. */
export function isBeingRead(stdin: ReadStream): boolean {
  // A paused stream keeps the "data" listener of a readline that was closed: that one reads nothing.
  return (
    stdin.readableFlowing === true ||
    stdin.listenerCount("readable") > 0 ||
    stdin.listenerCount("keypress") > 0
  )
}

/** The keyboard side of the terminal while a question is asked: raw, flowing, and given back as it was. */
export class TerminalInput {
  readonly #stdin: ReadStream
  readonly #mode: RawMode
  readonly #onData: (chunk: Buffer | string) => void
  readonly #others: readonly (readonly [string, () => void])[]
  #reading = false

  constructor(stdin: ReadStream, events: InputEvents) {
    this.#stdin = stdin
    this.#mode = new RawMode(stdin)
    this.#onData = (chunk) => events.bytes(typeof chunk === "string" ? Buffer.from(chunk) : chunk)
    this.#others = [
      ["end", () => events.gone()],
      ["close", () => events.gone()],
      ["error", () => events.gone()],
      // Nobody can answer, not even with Ctrl-C, while another part of the program has paused the stream.
      ["pause", () => this.#reading && stdin.resume()]
    ]
  }

  /** Enters raw mode and starts to read; false when the terminal refuses. */
  open(): boolean {
    if (!this.#mode.enter()) return false
    this.#stdin.on("data", this.#onData)
    for (const [event, listener] of this.#others) this.#stdin.on(event, listener)
    this.#read()
    return true
  }

  /** Leaves raw mode and stops reading, while the process is stopped. */
  suspend(): void {
    this.#pause()
    this.#mode.suspend()
  }

  /** Takes the terminal again after the process was continued; false when it refuses. */
  resume(): boolean {
    if (!this.#mode.reenter()) return false
    this.#read()
    return true
  }

  /** Gives the terminal back: mode, listeners and reading. Synchronous, and harmless when repeated. */
  close(): void {
    this.#pause()
    this.#stdin.off("data", this.#onData)
    for (const [event, listener] of this.#others) this.#stdin.off(event, listener)
    this.#mode.leave()
  }

  #read(): void {
    this.#reading = true
    this.#stdin.ref()
    this.#stdin.resume()
  }

  #pause(): void {
    this.#reading = false
    this.#stdin.pause()
  }
}

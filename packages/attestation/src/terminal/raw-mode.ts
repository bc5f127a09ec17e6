import type { ReadStream } from "node:tty"

/**
 * The terminal's raw mode, entered and left synchronously and as often as needed, so that a signal or exit handler can
 * put back what was there before.
 */
export class RawMode {
  readonly #stdin: ReadStream
  readonly #before: boolean

  constructor(stdin: ReadStream) {
    this.#stdin = stdin
    this.#before = stdin.isRaw === true
  }

  /** Enters raw mode; false when the terminal refuses. */
  enter(): boolean {
    return !this.#stdin.destroyed && set(this.#stdin, true)
  }

  /** Enters it anew after someone else may have changed the terminal, a shell that stopped the job for one. */
  reenter(): boolean {
    this.suspend()
    return this.enter()
  }

  /** Gives the terminal to the shell while the process is stopped. */
  suspend(): void {
    set(this.#stdin, false)
  }

  /** Puts back the mode that was there before. */
  leave(): void {
    set(this.#stdin, this.#before)
  }
}

// Node reports a refusal by emitting "error" on the stream, and a terminal that is gone may throw.
function set(stdin: ReadStream, raw: boolean): boolean {
  let refused = false
  const note = (): void => {
    refused = true
  }
  stdin.on("error", note)
  try {
    stdin.setRawMode(raw)
  } catch {
    refused = true
  } finally {
    stdin.off("error", note)
  }
  return !refused && stdin.isRaw === raw
}

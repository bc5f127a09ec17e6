import type { News } from "../messages.ts"

/** How often the elapsed time is shown anew, in milliseconds. */
const tick = 1000

/** The one line on a terminal that says what a run does: where it stands, what it waits for, and how long already. */
export class StatusLine {
  readonly #stream: NodeJS.WriteStream
  #text = ""
  #since = 0
  #ticking: NodeJS.Timeout | undefined

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream
  }

  /** Shows what a run does from now on, if that is something else than before. */
  show({ stage, call }: News): void {
    if (call === null) return
    const { operation, attempt } = call
    this.#text = `${stage ?? "OPENING"}: ${operation}${attempt > 1 ? `, attempt ${attempt}` : ""}`
    this.#since = performance.now()
    this.#ticking ??= setInterval(() => this.#draw(), tick).unref()
    this.#draw()
  }

  /** Takes the line away, so that something else can be written. */
  clear(): void {
    clearInterval(this.#ticking)
    this.#ticking = undefined
    if (this.#text !== "") this.#stream.write(wholeLine)
    this.#text = ""
  }

  #draw(): void {
    const seconds = Math.floor((performance.now() - this.#since) / 1000)
    const text = `${this.#text}, ${seconds} s`
    // The last column stays free: terminals differ in what a full row does.
    this.#stream.write(wholeLine + text.slice(0, Math.max(1, this.#stream.columns - 1)))
  }
}

/** Goes to the beginning of the row, and empties it. */
const wholeLine = "\r\u001B[K"

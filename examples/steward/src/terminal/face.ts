import { isatty } from "node:tty"
import type { News } from "../messages.ts"
import type { EndingSignal } from "../supervisor/signals.ts"
import { StatusLine } from "./status-line.ts"

/** What a run shows while it works, on stderr: to a person at a terminal, or in a log. */
export class Face {
  readonly #status = isatty(2) ? new StatusLine(process.stderr) : undefined
  readonly #givenUp = new AbortController()

  /** Shows what a run does now; only at a terminal. */
  show(news: News): void {
    this.#status?.show(news)
  }

  /** Says something that decides nothing. In a log each line of it says what it is, so that none passes for another. */
  say(text: string): void {
    this.#status?.clear()
    const mark = this.#status === undefined ? "[headless note] " : ""
    process.stderr.write(`${text.replaceAll(/^/gm, mark)}\n`)
  }

  /**
   * Asks the person, and gives their line; null when they will type none.
   *
   * @param text what they are asked
   * @param interrupt is told of a Ctrl-C
   */
  async ask(text: string, interrupt: (signal: EndingSignal) => void): Promise<string | null> {
    this.#status?.clear()
    process.stderr.write(`\n${text}\n`)
    const { askLine } = await import("./ask-line.ts")
    return askLine({ interrupt, givenUp: this.#givenUp.signal })
  }

  /** Gives the terminal back. Nobody is asked any more. */
  close(): void {
    this.#givenUp.abort()
    this.#status?.clear()
  }
}

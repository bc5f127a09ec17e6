import { constants } from "node:os"

/** A signal that ends a question: nothing is confirmed. */
export type EndingSignal = "SIGINT" | "SIGTERM" | "SIGHUP"

/** What to do when something happens to the process while a question is asked. */
export interface ProcessEvents {
  end(signal: EndingSignal): void
  /** The process is told to abort: nothing is left to do but to give the terminal back. */
  quit(): void
  /** The process is asked to stop, as the shell's job control does. */
  stop(): void
  /** The process was stopped and goes on. */
  continued(): void
  /** The process exits: only synchronous work is done. */
  exit(): void
}

/** Whether the system has the signals of a shell's job control; Windows has not. */
export const hasJobControl = "SIGTSTP" in constants.signals

/** The signals that concern a question, watched from {@link open} to {@link close}. */
export class SignalWatch {
  readonly #signals: readonly (readonly [NodeJS.Signals, () => void])[]
  readonly #stop: () => void
  readonly #quit: () => void
  readonly #exit: () => void

  constructor(events: ProcessEvents) {
    this.#signals = [
      ["SIGINT", () => events.end("SIGINT")],
      ["SIGTERM", () => events.end("SIGTERM")],
      ["SIGHUP", () => events.end("SIGHUP")],
      ["SIGCONT", () => events.continued()]
    ]
    this.#stop = () => events.stop()
    this.#quit = () => events.quit()
    this.#exit = () => events.exit()
  }

  open(): void {
    for (const [signal, listener] of this.#signals) process.on(signal, listener)
    process.on("SIGQUIT", this.#quit)
    process.on("exit", this.#exit)
    this.heedStop()
  }

  /** Listens to the stop signal, again after {@link stopGroup}. */
  heedStop(): void {
    process.off("SIGTSTP", this.#stop)
    if (hasJobControl) process.on("SIGTSTP", this.#stop)
  }

  /**
   * Stops the whole foreground group, as the terminal's own Ctrl-Z does: under `npm exec` npm is of that group, and would
   * keep the terminal if only this process stopped.
   */
  stopGroup(): void {
    process.off("SIGTSTP", this.#stop)
    process.kill(0, "SIGTSTP")
  }

  close(): void {
    for (const [signal, listener] of this.#signals) process.off(signal, listener)
    process.off("SIGTSTP", this.#stop)
    process.off("SIGQUIT", this.#quit)
    process.off("exit", this.#exit)
  }
}

import { constants } from "node:os"

/** The signals that end a run. */
export type EndingSignal = "SIGINT" | "SIGTERM"

/** What is done about them. */
export interface SignalWatcher {
  /** The run is to stop where it stands. */
  first(signal: EndingSignal): void
  /** Whoever sent it does not want to wait: the process ends before this returns. */
  second(signal: EndingSignal): void
}

/** What this process was told to end by. */
export class Signals {
  #received: EndingSignal | undefined
  #watcher: SignalWatcher | undefined

  /** The first one, if one was received. */
  get received(): EndingSignal | undefined {
    return this.#received
  }

  /** Hands over what is received from now on. The first one may be there already. */
  watch(watcher: SignalWatcher): void {
    this.#watcher = watcher
  }

  /** A Ctrl-C that a terminal in raw mode gives as a character is one as well. */
  readonly receive = (signal: EndingSignal): void => {
    const isFirst = this.#received === undefined
    this.#received ??= signal
    if (isFirst) this.#watcher?.first(signal)
    else if (this.#watcher !== undefined) this.#watcher.second(signal)
    // oxlint-disable-next-line unicorn/no-process-exit -- nothing was begun yet, and nobody wants to wait for it
    else process.exit(128 + constants.signals[signal])
  }

  /** Lets signals do what they do in any program. */
  release(): void {
    process.off("SIGINT", this.receive)
    process.off("SIGTERM", this.receive)
  }
}

/** Begins to listen. */
export function listen(): Signals {
  const signals = new Signals()
  process.on("SIGINT", signals.receive)
  process.on("SIGTERM", signals.receive)
  return signals
}

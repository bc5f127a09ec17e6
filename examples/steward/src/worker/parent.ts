import type { EndingSignal } from "../supervisor/signals.ts"
import type { FromWorker, Task, Told, ToWorker } from "../messages.ts"

/** How long a run without its supervisor may take to record where it stands, in milliseconds. */
const lastRites = 2000

/**
 * The supervisor, as its worker sees it. Signals are its business: a Ctrl-C goes to every process of a terminal, and the worker
 * stops when the supervisor says so. When the supervisor is gone, nobody waits for the run, and it stops as well.
 */
class Parent {
  readonly task: Promise<Task>
  readonly #stopping = new AbortController()
  #signal: EndingSignal | undefined
  #isPersonThere = false
  #line: ((line: string | null) => void) | undefined

  constructor() {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {})
    this.task = new Promise((resolve) => {
      process.on("message", (message: ToWorker) => {
        if (message._tag === "Start") {
          this.#isPersonThere = message.isPersonThere
          resolve(message.task)
        } else if (message._tag === "Stop") this.#stop(message.signal)
        else this.#line?.(message.line)
      })
    })
    process.on("disconnect", () => {
      this.#stop("SIGTERM")
      setTimeout(exit, lastRites)
    })
  }

  /** Whether there is a person at the terminal who can be asked. */
  get isPersonThere(): boolean {
    return this.#isPersonThere
  }

  /** The signal that the run is to stop for. */
  get signal(): EndingSignal | undefined {
    return this.#signal
  }

  /** Aborted when the run is to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal
  }

  /** From here on the channel alone does not keep this process: when nothing is left to wait for, it ends. */
  letGo(): void {
    process.channel?.unref()
  }

  send(message: FromWorker): void {
    if (process.connected) process.send?.(message)
  }

  /** Shows a text to the person at the supervisor's terminal, and gives the line that they type; null for none. */
  async ask(text: string): Promise<string | null> {
    process.channel?.ref()
    try {
      return await new Promise((resolve) => {
        this.#line = resolve
        this.send({ _tag: "Ask", text })
      })
    } finally {
      process.channel?.unref()
    }
  }

  /** Tells how the run ended, and ends this process with it. */
  end(told: Told | undefined): void {
    this.#leave(told === undefined ? undefined : { _tag: "Ended", told })
  }

  /** Ends this process because of something that nobody caught: where its run stands is not known here. */
  giveUp(thrown: unknown): void {
    this.#leave({ _tag: "Broke", message: thrown instanceof Error ? thrown.message : String(thrown) })
  }

  #leave(message: FromWorker | undefined): void {
    if (message === undefined || !process.connected) exit()
    else process.send?.(message, exit)
  }

  #stop(signal: EndingSignal): void {
    this.#signal ??= signal
    this.#stopping.abort()
  }
}

function exit(): void {
  // oxlint-disable-next-line unicorn/no-process-exit -- nothing of a run is left, whatever a handle may wait for
  process.exit()
}

export const parent = new Parent()

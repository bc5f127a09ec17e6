/** Lets only so many of several tasks run at once; the others wait in the order in which they came. */
export class Turns {
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  /** @param most how many may run at once */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * Runs a task when its turn comes.
   *
   * @param signal the task is not started any more once it is aborted
   * @throws the signal's reason when it is aborted before the task's turn; what the task throws
   */
  async take<T>(task: () => Promise<T>, signal: AbortSignal): Promise<T> {
    signal.throwIfAborted()
    if (this.#running >= this.#most) await this.#turn(signal)
    else this.#running += 1
    try {
      return await task()
    } finally {
      const next = this.#waiting.shift()
      // The turn is passed on, so that nobody who comes in between takes it.
      if (next === undefined) this.#running -= 1
      else next()
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const take = () => {
        signal.removeEventListener("abort", leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(take), 1)
        reject(signal.reason as Error)
      }
      this.#waiting.push(take)
      signal.addEventListener("abort", leave, { once: true })
    })
  }
}

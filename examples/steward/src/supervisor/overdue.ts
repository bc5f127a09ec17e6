import type { FromWorker } from "../messages.ts"

/** How long a worker may take to end what is due, and to record where its run stands, in milliseconds. */
export const graceMs = 5000
/** The longest time that a timer of Node can wait. */
const mostMs = 2 ** 31 - 1

/** What was not over in its time. */
export type Overran = Pick<Extract<FromWorker, { readonly _tag: "Due" }>, "operation"> & {
  readonly withinMs: number
}

/** Waits for a worker that ends nothing by itself any more, because it never comes back to look at its timers. */
export class Overdue {
  readonly #end: () => void
  #timer: NodeJS.Timeout | undefined
  #overran: Overran | undefined

  /** @param end ends the worker at once */
  constructor(end: () => void) {
    this.#end = end
  }

  /** Why the worker was ended, if it was. */
  get overran(): Overran | undefined {
    return this.#overran
  }

  /** In place of what was due before. */
  set({
    operation,
    withinMs
  }: {
    readonly operation: Overran["operation"]
    readonly withinMs: number | null
  }): void {
    this.clear()
    if (withinMs === null || withinMs + graceMs > mostMs) return
    this.#timer = setTimeout(() => {
      this.#overran = { operation, withinMs }
      this.#end()
    }, withinMs + graceMs)
  }

  /** Nothing is due any more. */
  clear(): void {
    clearTimeout(this.#timer)
  }
}

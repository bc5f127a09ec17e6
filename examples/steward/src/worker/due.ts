import type { RunNews } from "@byhand/headless"
import type { FromWorker } from "../messages.ts"

/** What a run and its operations may take, in milliseconds; null where nothing limits it. */
export interface OperationTimes {
  readonly runMs: number | null
  readonly modelMs: number | null
  readonly programMs: number
}

type Due = Extract<FromWorker, { readonly _tag: "Due" }>

/** Says by when an operation has to be over, or the run while none is under way: a process that is stuck cannot look itself. */
export class Dues {
  readonly #times: OperationTimes
  readonly #started = performance.now()

  constructor(times: OperationTimes) {
    this.#times = times
  }

  /** While no operation is under way. */
  get between(): Due {
    return { _tag: "Due", operation: null, withinMs: this.#left }
  }

  /** From an event on; undefined when it begins or ends no operation. */
  after({ event }: RunNews): Due | undefined {
    if (event.kind === "EFFECT_FINISHED" || event.kind === "EFFECT_INTERRUPTED") return this.between
    if (event.kind !== "EFFECT_STARTED") return undefined
    const { modelMs, programMs } = this.#times
    const own = event.effect === "model" ? modelMs : programMs
    const withinMs = Math.min(own ?? Infinity, this.#left ?? Infinity)
    return { _tag: "Due", operation: event.operation, withinMs: withinMs === Infinity ? null : withinMs }
  }

  get #left(): number | null {
    const { runMs } = this.#times
    return runMs === null ? null : Math.max(0, runMs - (performance.now() - this.#started))
  }
}

import type { CommandError } from "@byhand/envelope"
import { endNow, type FailedEnding } from "./end-now.ts"
import { isWritten, mayHaveActed } from "./outlet.ts"

/** How long a command that listens may take to settle once it is interrupted, and how long any other, in milliseconds. */
const [grace, moment] = [2000, 100]

interface Interruption {
  readonly controller: AbortController
  /** The command has asked for the signal, so it may have something to clean up. */
  isAwaited: boolean
  /** Signals are listened to, by whichever copy. */
  isHeard: boolean
  ending: FailedEnding | undefined
}

// One per process, also when two copies of this package are loaded: one listens, and the other one concludes.
const key = Symbol.for("@byhand/oclif/interruption")

function interruption(): Interruption {
  const holder = globalThis as { [key]?: Interruption }
  return (holder[key] ??= {
    controller: new AbortController(),
    isAwaited: false,
    isHeard: false,
    ending: undefined
  })
}

/** What is aborted when the call is interrupted, for a command that has something to do before the process ends. */
export function awaitedSignal(): AbortSignal {
  const state = interruption()
  state.isAwaited = true
  return state.controller.signal
}

/** Listens to what interrupts the call, once for all copies: heard twice, one signal would pass for two. */
export function hearOnce(listen: () => void): void {
  const state = interruption()
  if (state.isHeard) return
  state.isHeard = true
  listen()
}

/** Rejects once the call is interrupted, unless its command listens for that: then it settles by itself. */
export function interrupted(): Promise<never> {
  const { controller, ...state } = interruption()
  return new Promise((_, reject) => {
    const settle = () => interruption().isAwaited || reject(controller.signal.reason)
    if (state.ending === undefined) controller.signal.addEventListener("abort", settle, { once: true })
    else settle()
  })
}

/** How an interrupted call ends, whatever its command makes of it. */
export function interruptedEnding(): FailedEnding | undefined {
  return (globalThis as { [key]?: Interruption })[key]?.ending
}

/**
 * Interrupts the call: what waits on its signal is aborted, and the process ends as this error says as soon as the command
 * has settled, or after a moment. A second time it ends at once.
 */
export function interrupt(
  error: CommandError,
  acted: { readonly mayHaveActed: boolean } = { mayHaveActed: true }
): void {
  const state = interruption()
  if (state.ending !== undefined) return conclude()
  state.ending = { error, data: acted.mayHaveActed && mayHaveActed() ? { partial: true } : null }
  process.exitCode = error.exit
  state.controller.abort(error)
  setTimeout(conclude, state.isAwaited ? grace : moment).unref()
}

function conclude(): void {
  const ending = interruptedEnding()
  if (ending === undefined) return
  // A document that is on its way says how the call ended.
  // oxlint-disable-next-line unicorn/no-process-exit -- the sink writes the rest of it at the exit
  if (isWritten()) process.exit()
  endNow(ending)
}

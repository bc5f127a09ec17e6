import type { CommandError } from "@byhand/envelope"
import type { Ending } from "./outlet-state.ts"
import { isWritten, mayHaveActed, writeEndingNow } from "./outlet.ts"
import { isHeldToJson } from "./held.ts"

/** How long a command may take to settle once it is interrupted, in milliseconds. */
const grace = 2000

interface Interruption {
  readonly controller: AbortController
  error: CommandError | undefined
}

// One per process, also when two copies of this package are loaded: one listens, and the other one concludes.
const key = Symbol.for("@byhand/oclif/interruption")

function interruption(): Interruption {
  const holder = globalThis as { [key]?: Interruption }
  return (holder[key] ??= { controller: new AbortController(), error: undefined })
}

/** What a command may pass on to whatever it waits for. */
export function interruptionSignal(): AbortSignal {
  return interruption().controller.signal
}

/** How an interrupted call ends, whatever its command makes of it. */
export function interruptedEnding(): (Ending & { readonly error: CommandError }) | undefined {
  const { error } = (globalThis as { [key]?: Interruption })[key] ?? {}
  return error === undefined ? undefined : { error, data: mayHaveActed() ? { partial: true } : null }
}

/**
 * Interrupts the call: what waits on its signal is aborted, and the process ends as this error says as soon as the command
 * has settled, or after a moment. A second time it ends at once.
 */
export function interrupt(error: CommandError): void {
  const state = interruption()
  if (state.error !== undefined) return endNow()
  state.error = error
  process.exitCode = error.exit
  state.controller.abort(error)
  setTimeout(endNow, grace).unref()
}

function endNow(): void {
  const ending = interruptedEnding()
  if (ending === undefined) return
  process.exitCode = ending.error.exit
  if (isHeldToJson() && !isWritten()) writeEndingNow(ending)
  // oxlint-disable-next-line unicorn/no-process-exit -- the command had its time to settle
  process.exit(ending.error.exit)
}

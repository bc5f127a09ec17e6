import { performance } from "node:perf_hooks"
// From the module, not the globals: a caller's fake timers must not decide when the question counts.
import { clearTimeout, setImmediate, setTimeout } from "node:timers"

/** A wait for silence that is told of every byte. */
export interface QuietWait {
  /** A byte has come. */
  heard(): void
  /** Ends the wait without calling back. */
  stop(): void
}

/**
 * Waits until no byte has come for a while, or for the longest time allowed.
 *
 * @param limits - `quietMs` without a byte end the wait, `atMostMs` end it in any case; milliseconds
 * @param then - called once, and told whether bytes were still coming (a paste or a held key)
 */
export function untilQuiet(
  limits: { readonly quietMs: number; readonly atMostMs: number },
  then: (stillComing: boolean) => void
): QuietWait {
  const start = performance.now()
  let last = start
  let ended = false
  let timer: NodeJS.Timeout | undefined
  const wait = (ms: number): void => {
    // A busy process runs its timers before it reads what arrived meanwhile: look once more after that read.
    timer = setTimeout(() => setImmediate(look), ms)
  }
  const look = (): void => {
    if (ended) return
    const now = performance.now()
    const rest = Math.min(last + limits.quietMs, start + limits.atMostMs) - now
    if (rest > 0) return wait(rest)
    ended = true
    then(now - last < limits.quietMs)
  }
  wait(limits.quietMs)
  return {
    heard: () => {
      last = performance.now()
    },
    stop: () => {
      ended = true
      clearTimeout(timer)
    }
  }
}

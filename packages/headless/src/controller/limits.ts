import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"

/** What the caller allows a run. */
export interface RunLimits {
  /** Model calls of this process; null for as many as the run needs. */
  readonly maxCalls?: number | null | undefined
  /** Milliseconds from the start of this process's part of the run; null for no deadline. */
  readonly timeoutMs?: number | null | undefined
}

/** Fails when a limit is no number that limits anything: a run without the limit that was meant would be worse. */
export function checkLimits({ maxCalls, timeoutMs }: RunLimits): Effect.Effect<void, HarnessFailure> {
  if (!isLimit(maxCalls, Number.isSafeInteger)) return invalid("maxCalls", "a whole number from 0", maxCalls)
  return isLimit(timeoutMs, Number.isFinite)
    ? Effect.void
    : invalid("timeoutMs", "a number of milliseconds from 0", timeoutMs)
}

/** Fails when it is no number of repairs. */
export function checkRepairs(maxRepairs: number | null): Effect.Effect<void, HarnessFailure> {
  return isLimit(maxRepairs, Number.isSafeInteger)
    ? Effect.void
    : invalid("maxRepairs", "a whole number from 0", maxRepairs)
}

function isLimit(given: number | null | undefined, isNumber: (given: unknown) => boolean): boolean {
  return given === null || given === undefined || (isNumber(given) && given >= 0)
}

function invalid(name: string, expected: string, received: unknown): Effect.Effect<never, HarnessFailure> {
  const message = `${name} is not a limit. Expected ${expected}, or null for none. Received ${String(received)}. Nothing was started.`
  return Effect.fail(new HarnessFailure(harnessError({ code: "OPTION_INVALID", message })))
}

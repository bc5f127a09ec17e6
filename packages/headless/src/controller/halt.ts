import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import type { RunFacts } from "../protocol/outcome-of.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import { StopSignal } from "../services/stop-signal.ts"

/** A signal was received, and the run stops where it stands. */
export class Stopped {
  readonly _tag = "Stopped"
  readonly signal: "SIGINT" | "SIGTERM"

  constructor(signal: "SIGINT" | "SIGTERM") {
    this.signal = signal
  }
}

/** What ends a run before it ends by itself. */
export type Halt = Stopped | HarnessFailure

/** What a halt is to the outcome of a run. */
export function factsOf(halt: Halt | null): RunFacts {
  if (halt === null) return {}
  return halt._tag === "Stopped" ? { signal: halt.signal } : { error: halt.error }
}

/** What ended a piece of work: itself, or a halt that came first. */
type Raced<A> =
  | { readonly _tag: "Done"; readonly value: A }
  | { readonly _tag: "Halted"; readonly halt: Halt }

/** Watches for a signal and for the deadline of a run. */
export interface Halts {
  /** The work, which is interrupted when a halt comes first. */
  race<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<Raced<A>, E, R>
  /** Fails when a halt has come. */
  readonly check: Effect.Effect<void, Halt>
}

/**
 * Begins to watch, until the scope ends.
 *
 * @param timeoutMs the run's deadline from now, in milliseconds; null for none
 */
export const watchHalts = Effect.fnUntraced(function* (timeoutMs: number | null) {
  const halted = yield* Deferred.make<Halt>()
  const signal = yield* StopSignal
  const stopped = Effect.map(signal, (name): Halt => new Stopped(name))
  const deadline = timeoutMs === null ? Effect.never : Effect.as(Effect.sleep(timeoutMs), timedOut(timeoutMs))
  const first = Effect.flatMap(Effect.raceFirst(stopped, deadline), (halt) => Deferred.succeed(halted, halt))
  yield* Effect.forkScoped(first, { startImmediately: true })
  const wait = Effect.map(Deferred.await(halted), (halt) => ({ _tag: "Halted", halt }) as const)
  const halts: Halts = {
    // The work begins first: what is done at once needs nobody to wait beside it.
    race: (work) =>
      Effect.suspend(() =>
        Deferred.isDoneUnsafe(halted)
          ? wait
          : Effect.raceFirst(
              Effect.map(work, (value) => ({ _tag: "Done", value }) as const),
              wait
            )
      ),
    check: Effect.suspend(() =>
      Deferred.isDoneUnsafe(halted) ? Effect.flatMap(Deferred.await(halted), Effect.fail) : Effect.void
    )
  }
  return halts
})

function timedOut(timeoutMs: number): Halt {
  const message = `The run was given ${timeoutMs} ms, and they are over. Resume the session to go on.`
  return new HarnessFailure(harnessError({ code: "RUN_TIMEOUT", message, retryable: true }))
}

/** Milliseconds since then. */
export function since(start: number): Effect.Effect<number> {
  return Effect.map(Clock.currentTimeMillis, (now) => now - start)
}

import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { outcomeOf } from "../protocol/outcome-of.ts"
import type { RunState } from "../protocol/state.ts"
import { failureOf, type HarnessFailure } from "../services/harness-failure.ts"
import { RunFeed } from "../services/run-feed.ts"
import { type RunSessions, Store } from "../services/store.ts"
import { conclude, type Telling } from "./conclude.ts"
import { drive } from "./drive.ts"
import { type Halt, since, Stopped } from "./halt.ts"
import { Journal } from "./journal.ts"
import { reportOf, type RunReport } from "./report.ts"
import { freshUsage } from "./run-fold.ts"
import { type RunLimits, startRun, type Workers } from "./run.ts"
import { settleEffect } from "./settle-effect.ts"

/** What every way of working on a session takes. */
export interface ConductOptions extends RunLimits {
  /** The name of the calling program, for the command that goes on: "steward". */
  readonly program?: string | undefined
}

/** What a library call needs: the services of a run, where it is kept, and who is told of it. */
export type RunServices = Workers | Store | RunFeed

/** A session that this process has, with its latest turn. */
export interface Held {
  readonly session: Awaited<ReturnType<RunSessions["open"]>>
  readonly turn: RunState
}

/** One way of working on a session. */
export interface Conduct {
  /** What the caller asked for, for the report of a session that cannot be had. */
  readonly sessionId: string | null
  /** What is done without having the session. A report ends it there. */
  readonly before?: (
    sessions: RunSessions
  ) => Effect.Effect<RunReport | undefined, HarnessFailure, RunServices>
  acquire(sessions: RunSessions): Effect.Effect<Held, HarnessFailure>
  /** What is recorded first. A report ends it there, and nothing more is done. */
  begin(journal: Journal): Effect.Effect<RunReport | undefined, HarnessFailure>
}

/** Works on a session from getting hold of it until it is let go, whatever happens in between. It never fails. */
export const conduct = Effect.fnUntraced(function* (
  { sessionId, before, acquire, begin }: Conduct,
  options: ConductOptions
): Effect.fn.Return<RunReport, never, RunServices> {
  const telling = { program: options.program ?? null, startedAt: yield* Clock.currentTimeMillis }
  const { sessions } = yield* Store
  const feed = yield* RunFeed
  const held = Effect.map(
    Effect.suspend(() => acquire(sessions)),
    ({ session, turn }) => new Journal(session, turn, (news) => feed.tell(news))
  )
  const first = before === undefined ? Effect.succeed(undefined) : Effect.suspend(() => before(sessions))
  const work = Effect.acquireUseRelease(
    held,
    (journal) =>
      Effect.flatMap(begin(journal), (report) =>
        report === undefined ? driveOn(sessions, journal, telling, options) : Effect.succeed(report)
      ),
    (journal) => journal.close()
  )
  const whole = Effect.flatMap(first, (told) => (told === undefined ? work : Effect.succeed(told)))
  return yield* whole.pipe(Effect.catch((failure) => unheld(failure, sessionId, telling)))
})

const driveOn = Effect.fnUntraced(function* (
  sessions: RunSessions,
  journal: Journal,
  telling: Telling,
  limits: RunLimits
) {
  const run = yield* startRun(sessions, journal, limits)
  const halt = yield* Effect.matchCauseEffect(drive(run), {
    onFailure: (cause): Effect.Effect<Halt> =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause as Cause.Cause<never>)
        : Effect.succeed(haltOf(cause)),
    onSuccess: () => Effect.succeed(null)
  }).pipe(Effect.onInterrupt(() => recordInterruption(journal)))
  return yield* Effect.uninterruptible(conclude(journal, telling, halt))
})

function haltOf(cause: Cause.Cause<Halt>): Halt {
  const thrown = Cause.squash(cause)
  return thrown instanceof Stopped ? thrown : failureOf(thrown)
}

/** Whoever interrupts the fiber of a run does what a Ctrl-C does, and the run can be driven on. */
function recordInterruption(journal: Journal): Effect.Effect<void> {
  return Effect.ignore(
    Effect.suspend(() => {
      if (journal.isLost) return Effect.void
      settleEffect(journal, new Stopped("SIGINT"))
      return journal.flush()
    })
  )
}

/** The report of a session that could not be had, or not be worked on: nothing was recorded. */
function unheld({ error }: HarnessFailure, session_id: string | null, telling: Telling) {
  const { program, startedAt } = telling
  const facts = { session_id, state: null, usage: freshUsage, program }
  return Effect.map(since(startedAt), (ms) => reportOf(outcomeOf(null, { error }), facts, ms))
}

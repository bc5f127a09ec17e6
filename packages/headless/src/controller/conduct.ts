import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { outcomeOf } from "../protocol/outcome-of.ts"
import { failureOf, type HarnessFailure } from "../services/harness-failure.ts"
import { RunFeed } from "../services/run-feed.ts"
import { type RunSessions, Store } from "../services/store.ts"
import { conclude, type Telling } from "./conclude.ts"
import { drive } from "./drive.ts"
import { factsOf, type Halt, type Halts, since, Stopped, watchHalts } from "./halt.ts"
import type { Held } from "./hold.ts"
import { Journal } from "./journal.ts"
import { checkLimits, type RunLimits } from "./limits.ts"
import { programOf } from "./program.ts"
import { recordHalt } from "./record-halt.ts"
import { reportOf, type RunReport } from "./report.ts"
import { freshUsage } from "./run-fold.ts"
import { startRun, type Workers } from "./run.ts"

/** What every way of working on a session takes. */
export interface ConductOptions extends RunLimits {
  /** The name of the calling program, for the command that goes on: "steward". */
  readonly program?: string | undefined
  /** What stands behind the words of that command: the options that choose the provider, for instance. */
  readonly programOptions?: readonly string[] | undefined
}

/** What a library call needs: the services of a run, where it is kept, and who is told of it. */
export type RunServices = Workers | Store | RunFeed

/** An ending of another process, which is told once more without having the session. */
export interface Told {
  readonly _tag: "Told"
  readonly report: RunReport
}

/** One way of working on a session. */
export interface Conduct {
  /** What the caller asked for, for the report of a session that cannot be had. */
  readonly sessionId: string | null
  acquire(sessions: RunSessions, halts: Halts): Effect.Effect<Held | Told, Halt, RunServices>
  /** What is recorded first. A report ends it there, and nothing more is done. */
  begin(journal: Journal): Effect.Effect<RunReport | undefined, HarnessFailure>
}

/** Works on a session from getting hold of it until it is let go, whatever happens in between. It never fails. */
export const conduct = Effect.fnUntraced(function* (
  way: Conduct,
  options: ConductOptions
): Effect.fn.Return<RunReport, never, RunServices> {
  const telling = { program: programOf(options), startedAt: yield* Clock.currentTimeMillis }
  return yield* Effect.scoped(work(way, options, telling)).pipe(
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.failCause(cause as Cause.Cause<never>)
        : unheld(haltOf(cause), way.sessionId, telling)
    )
  )
})

const work = Effect.fnUntraced(function* (
  { acquire, begin }: Conduct,
  options: ConductOptions,
  telling: Telling
) {
  const { sessions } = yield* Store
  const feed = yield* RunFeed
  yield* checkLimits(options)
  const halts = yield* watchHalts(options.timeoutMs ?? null)
  const got = Effect.map(
    Effect.suspend(() => acquire(sessions, halts)),
    (held) => (held._tag === "Told" ? held : new Journal(held.session, held.turn, (news) => feed.tell(news)))
  )
  return yield* Effect.acquireUseRelease(
    got,
    (journal) =>
      journal instanceof Journal
        ? Effect.flatMap(begin(journal), (report) =>
            report === undefined
              ? driveOn(sessions, journal, halts, telling, options)
              : Effect.succeed(report)
          )
        : Effect.succeed(journal.report),
    (journal) => (journal instanceof Journal ? journal.close() : Effect.void)
  )
})

const driveOn = Effect.fnUntraced(function* (
  sessions: RunSessions,
  journal: Journal,
  halts: Halts,
  telling: Telling,
  limits: RunLimits
) {
  const run = yield* startRun(sessions, journal, halts, limits)
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
      recordHalt(journal, new Stopped("SIGINT"))
      return journal.flush()
    })
  )
}

/** The report of a session that could not be had, or not be worked on: nothing was recorded. */
function unheld(halt: Halt, session_id: string | null, { program, startedAt }: Telling) {
  const facts = { session_id, state: null, usage: freshUsage, program }
  return Effect.map(since(startedAt), (ms) => reportOf(outcomeOf(null, factsOf(halt)), facts, ms))
}

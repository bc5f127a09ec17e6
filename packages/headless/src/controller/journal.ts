import type { JsonObject, Warning } from "@byhand/envelope"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import type { Mint } from "../operations/mint.ts"
import type { RunEvent, TurnOpened } from "../protocol/event.ts"
import { type CarriedTurn, carriedTurn } from "../protocol/chain.ts"
import { isClosed, openTurn, type RunState } from "../protocol/state.ts"
import { transition } from "../protocol/transition.ts"
import { failureOf, type HarnessFailure } from "../services/harness-failure.ts"
import type { RunNews } from "../services/run-feed.ts"
import type { RunSessions } from "../services/store.ts"
import type { ProcessIdentity } from "../sessions/process-identity.ts"
import { sessionEvents } from "../sessions/event-kinds.ts"
import { type Ledger, nextInputId } from "../sessions/ledger.ts"
import { sha256Of } from "../sessions/sha256.ts"
import type { NewEvent } from "../sessions/stored-event.ts"
import { readable } from "./readable.ts"
import { freshUsage, type Usage, usageAfter } from "./run-fold.ts"

export type RunSession = Awaited<ReturnType<RunSessions["open"]>>

/**
 * A session as its controller writes it. What happens is known here at once, and is on the device after `flush`: everything
 * between two effects shares one append and one sync.
 */
export class Journal {
  readonly #session: RunSession
  readonly #tell: (news: RunNews) => Effect.Effect<void>
  #state: RunState
  #pending: NewEvent[] = []
  #news: RunNews[] = []
  #isLost = false
  #usage: Usage
  #carried: CarriedTurn | null
  /** Why the files beside the log do not show what it says, if they do not. */
  #unpublished: HarnessFailure | undefined
  /** Why somebody who watches was not told, if that is so. */
  #untold: HarnessFailure | undefined

  constructor(session: RunSession, state: RunState, tell: (news: RunNews) => Effect.Effect<void>) {
    this.#session = session
    this.#state = state
    this.#tell = tell
    this.#usage = session.states.run.usage
    this.#carried = session.states.run.carried
  }

  get id(): string {
    return this.#session.id
  }

  /** The latest turn, with everything that was recorded. */
  get state(): RunState {
    return this.#state
  }

  /**
   * The latest turn as it can be answered for, and what its calls came to: what could not be written did not happen. The state
   * is null when the turn could not be opened; the one before, which is closed, does not answer for it.
   */
  get lastKnown(): { readonly state: RunState | null; readonly usage: Usage } {
    if (!this.#isLost) return { state: this.#state, usage: this.#usage }
    const { turn, usage } = this.#session.states.run
    if (turn?.turn_id === this.#state.turn_id) return { state: turn, usage: this.#usage }
    return turn === null || isClosed(turn) ? { state: null, usage: freshUsage } : { state: turn, usage }
  }

  /** What went wrong beside the log, and cannot change what is in it. */
  get warnings(): readonly Warning[] {
    const { message: unpublished } = this.#unpublished ?? {}
    const { message: untold } = this.#untold ?? {}
    return [
      ...(unpublished === undefined ? [] : [{ code: "FILES_NOT_PUBLISHED", message: unpublished }]),
      ...(untold === undefined
        ? []
        : [{ code: "FEED_FAILED", message: `What watches the run failed, and the run went on: ${untold}` }])
    ]
  }

  /** True after an append that failed: nothing more can be written. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** What the turn carries of the one before. */
  get carried(): CarriedTurn | null {
    return this.#carried
  }

  /** The payload of the latest OUTCOME_RECORDED of the turn, as it is on the device. */
  get outcome(): JsonObject | null {
    return this.#session.states.run.outcome
  }

  /** The process of the program that was started last, as it is on the device. */
  get program(): ProcessIdentity | null {
    return this.#session.states.run.program
  }

  get ledger(): Ledger {
    return this.#session.ledger
  }

  /** Ids that no other session has, and that are the same however often they are asked for. */
  mint(): Mint {
    const { ledger } = this
    const known = `${ledger.created?.nonce}:${this.#session.seq + this.#pending.length}`
    return {
      instance_id: `I-${sha256Of(`${ledger.created?.nonce}:${this.#state.turn_id}`).slice(0, 10)}`,
      change_id: `C-${sha256Of(known).slice(0, 10)}`,
      input_id: nextInputId(ledger),
      sha256: sha256Of
    }
  }

  /** The answer that another process left for the open request. */
  pendingAnswer() {
    return attempt(() => this.#session.pendingAnswer())
  }

  /**
   * Notes what happened.
   *
   * @throws HarnessFailure when a service gave what the log could not give back; Error when the state does not allow it, which
   * no input of a user can bring about
   */
  record(...events: readonly RunEvent[]): void {
    for (const event of events) {
      const before = this.#state
      const stored = readable(event)
      const moved = transition(before, event)
      if (moved._tag === "Illegal") throw new Error(moved.error.message)
      this.#state = moved.state
      this.#usage = usageAfter(this.#usage, stored, before)
      this.#note(event, stored)
      const dropped = before.pending_input !== null && moved.state.pending_input === null
      if (dropped && event.kind !== "SUPPLY_EXECUTION_INPUT")
        this.#pending.push(sessionEvents.inputWithdrawn(before.pending_input.input_id))
    }
  }

  /** Notes something that is the session's own, or that only a reader of the log needs. */
  keep(...events: readonly NewEvent[]): void {
    this.#pending.push(...events)
  }

  /** Opens the next turn. The one before has to be closed, also for the session. */
  open(opened: TurnOpened): void {
    this.#carried = opened.previous === null ? null : carriedTurn(this.#state)
    this.#state = openTurn(opened)
    this.#usage = freshUsage
    this.#note(opened, readable(opened))
  }

  /** Waits until everything noted is on the device, then tells it. Fails with what a session's append throws. */
  readonly flush = (options: { readonly publish?: boolean } = {}): Effect.Effect<void, HarnessFailure> =>
    Effect.suspend(() => {
      const events = this.#pending
      const news = this.#news
      this.#pending = []
      this.#news = []
      if (events.length === 0 && news.length === 0 && options.publish !== true) return Effect.void
      return Effect.uninterruptible(
        Effect.flatMap(
          Effect.tapError(
            attemptAsync(() => this.#session.append(events, options)),
            () => Effect.sync(() => (this.#isLost = true))
          ),
          ({ unpublished }) => {
            if (options.publish === true)
              this.#unpublished = unpublished === undefined ? undefined : failureOf(unpublished)
            return this.#announce(news)
          }
        )
      )
    })

  /** Notes that the turn that the session was made with is to be told: it is on the device with the next event. */
  noteOpened(): void {
    const { turn_id, workspace_id, previous, request, review, max_repairs, verified } = this.#state
    const place = { turn_id, workspace_id, previous }
    const opened = { kind: "TURN_OPENED", ...place, request, review, max_repairs, verified } as const
    this.#news.push(this.#newsOf(opened))
  }

  /** Lets the next process have the session. */
  readonly close = (): Effect.Effect<void> =>
    Effect.match(
      attemptAsync(() => this.#session.close()),
      {
        onFailure: (failure) => {
          this.#unpublished = failure
        },
        onSuccess: (problem) => {
          if (problem !== undefined) this.#unpublished = failureOf(problem)
        }
      }
    )

  #note(event: RunEvent | TurnOpened, stored: NewEvent): void {
    this.#pending.push(stored)
    this.#news.push(this.#newsOf(event))
  }

  #newsOf(event: RunEvent | TurnOpened): RunNews {
    const { turn_id, stage } = this.#state
    return { session_id: this.id, turn_id, event, stage }
  }

  /** What watches a run has no say in it, not even by failing. */
  #announce(news: readonly RunNews[]): Effect.Effect<void> {
    return Effect.catchCause(
      Effect.forEach(news, (one) => Effect.suspend(() => this.#tell(one)), { discard: true }),
      (cause) => Effect.sync(() => (this.#untold = failureOf(Cause.squash(cause))))
    )
  }
}

/** What a session's method gives, or the failure that it throws. */
function attempt<A>(work: () => A): Effect.Effect<A, HarnessFailure> {
  return Effect.try({ try: work, catch: failureOf })
}

/** As `attempt`, of a method that takes its time. It is not interrupted half-way. */
export function attemptAsync<A>(work: () => Promise<A>): Effect.Effect<A, HarnessFailure> {
  return Effect.uninterruptible(Effect.tryPromise({ try: work, catch: failureOf }))
}

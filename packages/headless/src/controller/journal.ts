import { createHash } from "node:crypto"
import type { JsonObject } from "@byhand/envelope"
import * as Effect from "effect/Effect"
import type { Mint } from "../operations/mint.ts"
import type { RunEvent, TurnOpened } from "../protocol/event.ts"
import { logEvent } from "../protocol/log-event.ts"
import { type CarriedTurn, carriedTurn } from "../protocol/chain.ts"
import { openTurn, type RunState } from "../protocol/state.ts"
import { transition } from "../protocol/transition.ts"
import { failureOf, type HarnessFailure } from "../services/harness-failure.ts"
import type { RunNews } from "../services/run-feed.ts"
import type { RunSessions } from "../services/store.ts"
import type { ProcessIdentity } from "../sessions/process-identity.ts"
import { sessionEvents } from "../sessions/event-kinds.ts"
import { type Ledger, nextInputId } from "../sessions/ledger.ts"
import type { NewEvent } from "../sessions/stored-event.ts"
import { freshUsage, type Usage, usageAfter } from "./run-fold.ts"

type RunSession = Awaited<ReturnType<RunSessions["open"]>>

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
  unpublished: HarnessFailure | undefined

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

  /** The latest turn as it can be answered for: what could not be written did not happen. Null when no turn is on the device. */
  get lastKnown(): RunState | null {
    return this.#isLost ? this.#session.states.run.turn : this.#state
  }

  /** True after an append that failed: nothing more can be written. */
  get isLost(): boolean {
    return this.#isLost
  }

  /** What the calls of the turn came to, with those that are not on the device yet. */
  get usage(): Usage {
    return this.#usage
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
      instance_id: `I-${sha256(`${ledger.created?.nonce}:${this.#state.turn_id}`).slice(0, 10)}`,
      change_id: `C-${sha256(known).slice(0, 10)}`,
      input_id: nextInputId(ledger),
      sha256
    }
  }

  /** The answer that another process left for the open request. */
  pendingAnswer() {
    return attempt(() => this.#session.pendingAnswer())
  }

  /** Notes what happened. @throws Error when the state does not allow it, which no input of a user can bring about */
  record(...events: readonly RunEvent[]): void {
    for (const event of events) {
      const before = this.#state
      const moved = transition(before, event)
      if (moved._tag === "Illegal") throw new Error(moved.error.message)
      this.#state = moved.state
      this.#usage = usageAfter(this.#usage, logEvent(event), before)
      this.#note(event)
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
    this.#note(opened)
  }

  /** Waits until everything noted is on the device, then tells it. Fails with what a session's append throws. */
  readonly flush = (options: { readonly publish?: boolean } = {}): Effect.Effect<void, HarnessFailure> =>
    Effect.suspend(() => {
      const events = this.#pending
      const news = this.#news
      this.#pending = []
      this.#news = []
      if (events.length === 0 && options.publish !== true) return Effect.void
      return Effect.uninterruptible(
        Effect.flatMap(
          Effect.tapError(
            attemptAsync(() => this.#session.append(events, options)),
            () => Effect.sync(() => (this.#isLost = true))
          ),
          ({ unpublished }) => {
            if (options.publish === true)
              this.unpublished = unpublished === undefined ? undefined : failureOf(unpublished)
            return Effect.forEach(news, this.#tell, { discard: true })
          }
        )
      )
    })

  /** Lets the next process have the session. */
  readonly close = (): Effect.Effect<void> =>
    Effect.uninterruptible(
      Effect.map(
        Effect.promise(() => this.#session.close()),
        (problem) => {
          if (problem !== undefined) this.unpublished = failureOf(problem)
        }
      )
    )

  #note(event: RunEvent | TurnOpened): void {
    this.#pending.push(logEvent(event))
    const { turn_id, stage } = this.#state
    this.#news.push({ session_id: this.id, turn_id, event, stage })
  }
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

/** What a session's method gives, or the failure that it throws. */
export function attempt<A>(work: () => A): Effect.Effect<A, HarnessFailure> {
  return Effect.try({ try: work, catch: failureOf })
}

/** As `attempt`, of a method that takes its time. It is not interrupted half-way. */
export function attemptAsync<A>(work: () => Promise<A>): Effect.Effect<A, HarnessFailure> {
  return Effect.uninterruptible(Effect.tryPromise({ try: work, catch: failureOf }))
}

import { claimedAnswer } from "./answer-claim.ts"
import type { AnswerRecord } from "./answer-record.ts"
import type { Disk } from "./disk.ts"
import type { Fold } from "./fold.ts"
import type { Ledger } from "./ledger.ts"
import { storedEvents } from "./load-log.ts"
import type { LogWriter } from "./log-writer.ts"
import type { Ownership } from "./ownership.ts"
import { prepare } from "./prepare.ts"
import type { Projections, StatesOf } from "./projection.ts"
import type { StagedFiles } from "./projection-files.ts"
import type { Publisher } from "./publisher.ts"
import type { Recovery } from "./recovery.ts"
import { SessionError } from "./session-error.ts"
import type { SessionPaths } from "./session-paths.ts"
import type { NewEvent, StoredEvent } from "./stored-event.ts"
import { syncRound } from "./sync-round.ts"

/** What a session is made of. */
export interface SessionParts<P extends Projections> {
  readonly id: string
  readonly disk: Disk
  readonly now: () => Date
  readonly paths: SessionPaths
  readonly projections: P
  readonly ownership: Ownership
  readonly log: LogWriter
  readonly publisher: Publisher<P>
  readonly fold: Fold<P>
  readonly recovery: Recovery
  /** The folders in which a new session has its names, if the device may have neither them nor its log. */
  readonly unsynced?: ReadonlySet<string>
}

/** What became of an append. */
export interface Appended {
  /** As they are in the log. */
  readonly events: readonly StoredEvent[]
  /** Why the files beside the log do not show them yet. The events are recorded all the same. */
  readonly unpublished: SessionError | undefined
}

/** A session that this process alone may write. */
export class Session<P extends Projections = Projections> {
  readonly id: string
  readonly folder: string
  /** What opening it found. */
  readonly recovery: Recovery
  readonly #parts: SessionParts<P>
  #fold: Fold<P>
  #unsynced: ReadonlySet<string>
  #isReleased = false
  #last: Promise<unknown> = Promise.resolve()

  constructor(parts: SessionParts<P>) {
    this.id = parts.id
    this.folder = parts.paths.folder
    this.recovery = parts.recovery
    this.#parts = parts
    this.#fold = parts.fold
    this.#unsynced = parts.unsynced ?? new Set()
  }

  /** The number of the last event. */
  get seq(): number {
    return this.#fold.seq
  }

  get ledger(): Ledger {
    return this.#fold.ledger
  }

  get states(): StatesOf<P> {
    return this.#fold.states
  }

  /**
   * Records events, all in one write and one sync. Once it resolves they are on the device, and may be announced or acted on.
   *
   * @param publish true also writes the files beside the log anew, in the same sync
   * @throws SessionError EVENT_REFUSED, SESSION_NOT_SAVED, SESSION_LOST, SESSION_RELEASED: nothing is to be announced
   */
  append(events: readonly NewEvent[], { publish = false }: { publish?: boolean } = {}): Promise<Appended> {
    return this.#inTurn(() => this.#append(events, publish))
  }

  /** The answer to the open input request, if it was given and is not accepted yet. @throws SessionError SESSION_UNREADABLE */
  pendingAnswer(): AnswerRecord | undefined {
    return claimedAnswer(this.#parts.disk, this.#parts.paths, this.ledger.input)
  }

  /** Every event from the first, read from the log. @throws SessionError SESSION_UNREADABLE */
  *events(): Generator<StoredEvent> {
    this.#requireOwned()
    const { disk, log, paths } = this.#parts
    yield* storedEvents(disk, { fd: log.fd, path: paths.log, size: log.end })
  }

  /**
   * Writes the files beside the log, and lets the next process have the session. Closing twice is closing once.
   *
   * @returns why the files do not show the last events, if they do not. It does not throw.
   */
  close(): Promise<SessionError | undefined> {
    return this.#inTurn(() => this.#close())
  }

  async #append(events: readonly NewEvent[], publish: boolean): Promise<Appended> {
    this.#requireOwned()
    const { projections, log, publisher, now, paths } = this.#parts
    const prepared = prepare(projections, this.#fold, events, now().toISOString())
    log.write(prepared.lines)
    publisher.add(prepared.documents)
    // The log holds the answer from here on; its claim has to last as well.
    if (prepared.stored.some(({ kind }) => kind === "ANSWER_ACCEPTED")) publisher.addUnsynced(paths.answers)
    const publishing = this.#sync(publish ? prepared.fold : undefined)
    const unsynced = this.#unsynced
    const isOnDevice = events.length === 0 && unsynced.size === 0
    const recording = isOnDevice ? undefined : syncRound(this.#parts.disk, [log.fd], unsynced)
    const [recorded, staged] = await Promise.allSettled([recording, publishing])
    if (recorded.status === "rejected") {
      if (staged.status === "fulfilled") staged.value?.discard()
      throw log.refuse(recorded.reason)
    }
    log.confirm(prepared.fold.end)
    this.#unsynced = new Set()
    this.#fold = prepared.fold
    const unpublished = staged.status === "rejected" ? staged.reason : this.#publish(staged.value)
    return { events: prepared.stored, unpublished: unpublished as SessionError | undefined }
  }

  /** Stages the files of a fold, if one is given, and waits for them and for what is not synced yet. */
  async #sync(fold: Fold<P> | undefined): Promise<StagedFiles | undefined> {
    const { publisher } = this.#parts
    const staged = fold === undefined ? undefined : publisher.stage(fold)
    try {
      await publisher.sync(staged?.fds)
      return staged
    } catch (error) {
      staged?.discard()
      throw error
    }
  }

  #publish(staged: StagedFiles | undefined): SessionError | undefined {
    try {
      if (staged !== undefined) this.#parts.publisher.publish(staged, this.#fold.seq)
      return undefined
    } catch (error) {
      staged?.discard()
      return error as SessionError
    }
  }

  async #close(): Promise<SessionError | undefined> {
    if (this.#isReleased) return undefined
    const { disk, log, ownership, now } = this.#parts
    const isHeld = this.#holds(() => ownership.isHeld)
    const isClean = isHeld && this.#holds(() => !log.isDamaged && !log.isForeign)
    try {
      if (isClean && this.#unsynced.size > 0) await this.#append([], false)
      if (isClean) await this.#settle()
      return undefined
    } catch (error) {
      return error as SessionError
    } finally {
      this.#isReleased = true
      if (isHeld) ownership.release(now().toISOString(), isClean && !log.isDamaged)
      disk.close(log.fd)
    }
  }

  /** The files, then their folders, then the snapshot: it promises that the rest is there. */
  async #settle(): Promise<void> {
    const { publisher } = this.#parts
    const staged = publisher.isPublished(this.seq) ? undefined : publisher.stage(this.#fold)
    const isOfSnapshot = this.recovery.snapshot === "used" && this.seq === this.#parts.fold.seq
    const snapshot = isOfSnapshot && staged === undefined ? undefined : publisher.stageSnapshot(this.#fold)
    try {
      const fds = [...(staged?.fds ?? []), ...(snapshot?.fds ?? [])]
      if (fds.length > 0) await publisher.sync(fds)
      if (staged !== undefined) publisher.publish(staged, this.seq)
      const named = publisher.sync()
      if (snapshot === undefined) {
        // Nobody waits for the names: were they lost, the next process to open the session would give them again.
        named.catch(() => undefined)
        return
      }
      await named
      snapshot.publish()
    } catch (error) {
      staged?.discard()
      snapshot?.discard()
      throw error
    }
  }

  #requireOwned(): void {
    if (this.#isReleased) throw this.#refusal("SESSION_RELEASED", "was closed by this program")
    const { log, ownership } = this.#parts
    if (log.isDamaged)
      throw this.#refusal("SESSION_LOST", "could not be written before, and has to be opened again")
    if (!this.#holds(() => ownership.isHeld && !log.isForeign))
      throw this.#refusal("SESSION_LOST", "was changed or taken over by another process")
  }

  /** What cannot be found out does not hold. */
  #holds(fact: () => boolean): boolean {
    try {
      return fact()
    } catch {
      return false
    }
  }

  #refusal(code: "SESSION_RELEASED" | "SESSION_LOST", why: string): SessionError {
    return new SessionError({
      code,
      message: `The session ${this.id} ${why}. Nothing is changed.`,
      suggestion: "Open the session again",
      context: { session: this.id }
    })
  }

  /** One thing at a time, in the order in which it was asked for. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work, work)
    this.#last = result.catch(() => undefined)
    return result
  }
}

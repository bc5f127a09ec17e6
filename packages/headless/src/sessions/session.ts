import { claimedAnswer } from "./answer-claim.ts"
import { answerFileText, answerPath, type AnswerRecord } from "./answer-record.ts"
import type { Context } from "./context.ts"
import type { Fold } from "./fold.ts"
import type { Ledger } from "./ledger.ts"
import { storedEvents } from "./load-log.ts"
import type { LogWriter } from "./log-writer.ts"
import type { Ownership } from "./ownership.ts"
import { prepare } from "./prepare.ts"
import type { Projections, StatesOf } from "./projection.ts"
import { StagedFiles } from "./projection-files.ts"
import type { Publisher } from "./publisher.ts"
import type { Recovery } from "./recovery.ts"
import { SessionError } from "./session-error.ts"
import type { SessionPaths } from "./session-paths.ts"
import type { WrittenLog } from "./short-logs.ts"
import type { NewEvent, StoredEvent } from "./stored-event.ts"
import { syncRound } from "./sync-round.ts"

/** What a session is made of. */
export interface SessionParts<P extends Projections> extends Context<P> {
  readonly id: string
  readonly paths: SessionPaths
  readonly ownership: Ownership
  readonly log: LogWriter
  readonly publisher: Publisher<P>
  readonly fold: Fold<P>
  readonly recovery: Recovery
  readonly written: WrittenLog<P>
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
    const { disk, paths, publisher } = this.#parts
    const { input } = this.ledger
    const answer = claimedAnswer(disk, paths, input)
    if (answer !== undefined && input !== null)
      publisher.know(answerPath(answer.answer_id), answerFileText({ ...answer }, input.request))
    return answer
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
    const { disk, projections, log, publisher, now, written } = this.#parts
    const prepared = prepare(projections, this.#fold, events, now().toISOString())
    log.write(prepared.lines)
    publisher.add(prepared.documents)
    const unsynced = this.#unsynced
    const isOnDevice = events.length === 0 && unsynced.size === 0
    const recording = isOnDevice ? undefined : syncRound(disk, [log.fd], unsynced)
    // While the device is at work. They have their names once it has confirmed what they show.
    const staged = publish ? this.#stage(prepared.fold) : undefined
    try {
      await recording
    } catch (error) {
      if (staged instanceof StagedFiles) staged.discard()
      throw log.refuse(error)
    }
    log.confirm(prepared.fold.end)
    written.add(prepared.lines, prepared.documents, prepared.fold.end)
    this.#unsynced = new Set()
    this.#fold = prepared.fold
    return { events: prepared.stored, unpublished: staged === undefined ? undefined : this.#publish(staged) }
  }

  #stage(fold: Fold<P>): StagedFiles | SessionError {
    try {
      return this.#parts.publisher.stage(fold)
    } catch (error) {
      return error as SessionError
    }
  }

  /** Returns why the files beside the log do not show it, if they do not. */
  #publish(staged: StagedFiles | SessionError): SessionError | undefined {
    if (!(staged instanceof StagedFiles)) return staged
    try {
      this.#parts.publisher.publish(staged, this.seq)
      return undefined
    } catch (error) {
      staged.discard()
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
      ownership.release(now().toISOString(), isClean && !log.isDamaged)
      disk.close(log.fd)
    }
  }

  /** The files, then the snapshot: it promises that the rest is there. */
  async #settle(): Promise<void> {
    const { publisher, paths, written, shortLogs } = this.#parts
    const read = written.read(this.#fold)
    if (read !== undefined) shortLogs.keep(paths.log, read)
    const isPublished = publisher.isPublished(this.seq)
    const unpublished = isPublished ? undefined : this.#publish(this.#stage(this.#fold))
    if (unpublished !== undefined) throw unpublished
    const isOfSnapshot = this.recovery.snapshot === "used" && this.seq === this.#parts.fold.seq
    if (!isOfSnapshot || !isPublished) await publisher.writeSnapshot(this.#fold)
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

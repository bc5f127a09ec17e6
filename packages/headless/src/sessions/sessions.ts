import { join } from "node:path"
import {
  type AnswerGiven,
  answerSession,
  type AnswerTaken,
  awaitOutcome,
  eventsOf,
  outcomeOf
} from "./answer-session.ts"
import type { Context } from "./context.ts"
import { createSession, type FirstEvents } from "./create-session.ts"
import { type Disk, errno, nodeDisk } from "./disk.ts"
import { openSession } from "./open-session.ts"
import { checkProjections, type Projections } from "./projection.ts"
import { SessionError, unreadable } from "./session-error.ts"
import { isSessionId, newSessionId } from "./session-id.ts"
import { type SessionView, viewSession } from "./session-view.ts"
import type { Session } from "./session.ts"
import { ShortLogs } from "./short-logs.ts"
import type { StoredEvent } from "./stored-event.ts"
import { type Verification, verifySession } from "./verify-session.ts"

/** Where sessions are kept, and what is told of them. */
export interface SessionsOptions<P extends Projections> {
  /** The folder of all sessions. It is made with the first one. */
  readonly root: string
  readonly projections: P
  readonly disk?: Disk
  /** What time it is, for the record only. */
  readonly now?: () => Date
}

/** A session in a list: what it says, or why it cannot be read. */
export type ListedSession<P extends Projections = Projections> =
  | { readonly id: string; readonly view: SessionView<P> }
  | { readonly id: string; readonly problem: SessionError }

/**
 * Sessions that survive the process, one folder each. The log of events is the authority; every other file is told from it.
 *
 * @param options - see `SessionsOptions`
 * @throws TypeError when two projections use one file, or one of the session's own
 *
 * Requirement: ADR-0019: turns, input requests, and a session that cannot be restored is an error, never a fresh start.
 *
 * @example
 * ```ts
 * import { mkdtempSync } from "node:fs"
 * import { tmpdir } from "node:os"
 * import { join } from "node:path"
 * import { sessionEvents, Sessions } from "@byhand/headless"
 * const sessions = new Sessions({ root: mkdtempSync(join(tmpdir(), "sessions-")), projections: {} })
 * const session = await sessions.create({ id: "S-1", events: () => [sessionEvents.turnOpened("turn_001", null)] })
 * await session.append([sessionEvents.inputRequested("X-1", { body: "Which colour?" })])
 * await session.close()
 * const taken = await sessions.answer("S-1", { answer: "blue\n", by: "stdin" })
 * console.log(taken._tag, taken.answer.answer) // Claimed blue
 * ```
 */
export class Sessions<P extends Projections = Projections> {
  readonly root: string
  readonly #context: Context<P>

  constructor({ root, projections, disk = nodeDisk, now = () => new Date() }: SessionsOptions<P>) {
    checkProjections(projections)
    this.root = root
    this.#context = { root, projections, disk, now, shortLogs: new ShortLogs() }
  }

  /**
   * Starts a session and has it open.
   *
   * @param options `id` if it is not to be a new random one; `events` are recorded with its creation, in one sync; they
   * are made from the new session's ledger, which their ids come from; `synced` false leaves that sync to the first append:
   * until it resolves, nothing of the session is to be announced
   * @throws SessionError SESSION_ID_INVALID, SESSION_EXISTS, SESSION_NOT_SAVED, EVENT_REFUSED
   */
  create({
    id = newSessionId(),
    events = () => [],
    synced = true
  }: { id?: string; events?: FirstEvents; synced?: boolean } = {}): Promise<Session<P>> {
    return createSession(this.#context, id, events, synced)
  }

  /**
   * Opens a session for this process alone, repaired and with its files as its log says.
   *
   * @param options `rebuild` reads the whole log even if there is a snapshot of it, and so finds a file of an earlier turn
   * that somebody changed
   * @throws SessionError SESSION_ID_INVALID, SESSION_UNKNOWN, SESSION_BUSY, SESSION_UNREADABLE, SESSION_TOO_NEW, SESSION_NOT_SAVED
   */
  open(id: string, { rebuild = false }: { rebuild?: boolean } = {}): Promise<Session<P>> {
    return openSession(this.#context, id, !rebuild)
  }

  /** Reads a session and changes nothing. @throws SessionError SESSION_ID_INVALID, SESSION_UNKNOWN, SESSION_UNREADABLE, SESSION_TOO_NEW */
  view(id: string): SessionView<P> {
    return viewSession(this.#context, id)
  }

  /** Reads the whole log again and compares every file with it. @throws SessionError as `view` */
  verify(id: string): Verification {
    return verifySession(this.#context, id)
  }

  /** Every event of a session, from the first. @throws SessionError as `view` */
  events(id: string): Generator<StoredEvent> {
    return eventsOf(this.#context, id)
  }

  /** Every session, by id; one that cannot be read is listed with the reason. @throws SessionError SESSION_UNREADABLE of the root */
  list(): readonly ListedSession<P>[] {
    return this.#ids().map((id) => {
      try {
        return { id, view: this.view(id) }
      } catch (error) {
        if (error instanceof SessionError) return { id, problem: error }
        throw error
      }
    })
  }

  /**
   * Answers the open input request of a session, or says what became of the same answer given before. The answer is kept as
   * it is given, less one line terminator, and is never interpreted.
   *
   * @throws SessionError ANSWER_INVALID, ANSWER_CONFLICT, SESSION_NOT_WAITING, SESSION_NOT_SAVED, and as `view`
   */
  answer(id: string, given: AnswerGiven): Promise<AnswerTaken> {
    return answerSession(this.#context, id, given)
  }

  /** The OUTCOME_RECORDED of the run that acted on an answer; undefined while there is none. @throws SessionError as `view` */
  outcomeOf(id: string, answerId: string): Promise<StoredEvent | undefined> {
    return outcomeOf(this.#context, id, answerId)
  }

  /**
   * Waits for that outcome as long as a process acts on the answer; one that has the session and does not take the answer up
   * is waited for two seconds.
   *
   * @param signal gives the wait up
   * @returns undefined when nobody acts on it: who wants the outcome has to open the session, and act on the answer
   * @throws SessionError as `view`
   */
  awaitOutcome(id: string, answerId: string, signal?: AbortSignal): Promise<StoredEvent | undefined> {
    return awaitOutcome(this.#context, id, answerId, signal)
  }

  #ids(): string[] {
    const { disk } = this.#context
    try {
      return disk
        .names(this.root)
        .filter((name) => isSessionId(name) && disk.entry(join(this.root, name))?.isFile() === false)
        .toSorted()
    } catch (error) {
      if (errno(error) === "ENOENT") return []
      throw unreadable(this.root, "is not a folder that can be read", error)
    }
  }
}

import { constants } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"
import { claimAnswer } from "./answer-claim.ts"
import { type AnswerRecord, answerText } from "./answer-record.ts"
import type { Context } from "./context.ts"
import type { InputRequest } from "./ledger.ts"
import { logFile, storedEvents } from "./load-log.ts"
import { locate, openLog } from "./open-session.ts"
import { ownerOf } from "./ownership.ts"
import type { Projections } from "./projection.ts"
import { notSaved, SessionError } from "./session-error.ts"
import { pathsOf } from "./session-paths.ts"
import { sha256Of } from "./sha256.ts"
import { ledgerOf } from "./session-view.ts"
import type { StoredEvent } from "./stored-event.ts"
import { syncRound } from "./sync-round.ts"

/** An answer, given once. */
export interface AnswerGiven {
  readonly answer: string | Uint8Array
  /** Where it comes from: "stdin", "terminal", … */
  readonly by: string
  /** Which request it answers; the latest one if left out. */
  readonly inputId?: string | undefined
}

/** What became of an answer. */
export type AnswerTaken =
  /** The request has it from this call, and it is to be acted on: open the session, `pendingAnswer`, accept it. */
  | { readonly _tag: "Claimed"; readonly answer: AnswerRecord }
  /** The request had the same answer already. Without an outcome, the run that acts on it has not ended, or was killed. */
  | { readonly _tag: "Repeated"; readonly answer: AnswerRecord; readonly outcome: StoredEvent | undefined }

/** @throws SessionError ANSWER_INVALID, ANSWER_CONFLICT, SESSION_NOT_WAITING, and what reading and saving throw */
export async function answerSession<P extends Projections>(
  context: Context<P>,
  id: string,
  { answer: given, by, inputId }: AnswerGiven
): Promise<AnswerTaken> {
  const answer = answerText(given)
  const { ledger, folder } = ledgerOf(context, id)
  const asked = ledger.input
  if (asked?.state === "open" && (inputId === undefined || inputId === asked.input_id)) {
    const { answer_id, input_id, turn_id } = asked
    const at_utc = context.now().toISOString()
    const record = { answer_id, input_id, turn_id, answer, sha256: sha256Of(answer), at_utc, by }
    const taken = await claimAnswer(context.disk, pathsOf(folder), asked, record)
    if (taken === record) return { _tag: "Claimed", answer: taken }
    if (taken.sha256 !== record.sha256) throw conflict(id, taken)
    return { _tag: "Repeated", answer: taken, outcome: await outcomeOf(context, id, taken.answer_id) }
  }
  const accepted = acceptedAnswer(context, id, inputId ?? asked?.input_id)
  if (accepted === undefined) throw notWaiting(id, folder, asked, inputId)
  if (accepted.sha256 !== sha256Of(answer)) throw conflict(id, accepted)
  return { _tag: "Repeated", answer: accepted, outcome: await outcomeOf(context, id, accepted.answer_id) }
}

/** The answer that a request of long ago got. */
function acceptedAnswer(
  context: Context<Projections>,
  id: string,
  inputId: string | undefined
): AnswerRecord | undefined {
  for (const { kind, payload } of eventsOf(context, id))
    if (kind === "ANSWER_ACCEPTED" && payload["input_id"] === inputId)
      return payload as unknown as AnswerRecord
  return undefined
}

/** The events of a session, from the first. */
export function* eventsOf(context: Context<Projections>, id: string): Generator<StoredEvent> {
  const paths = locate(context.disk, context.root, id)
  const log = openLog(context.disk, paths, constants.O_RDONLY)
  try {
    yield* storedEvents(context.disk, logFile(paths, log))
  } finally {
    context.disk.close(log.fd)
  }
}

/**
 * What the run that acted on an answer said at its end: the first OUTCOME_RECORDED after the answer was accepted.
 *
 * @returns undefined while there is none
 */
export async function outcomeOf(
  context: Context<Projections>,
  id: string,
  answerId: string
): Promise<StoredEvent | undefined> {
  const { outcome } = follow(context, id, answerId)
  return outcome === undefined ? undefined : confirmed(context, id, outcome)
}

/** What the log says became of an answer. */
function follow(context: Context<Projections>, id: string, answerId: string) {
  let isAccepted = false
  for (const event of eventsOf(context, id)) {
    if (isAccepted && event.kind === "OUTCOME_RECORDED") return { isAccepted, outcome: event }
    isAccepted ||= event.kind === "ANSWER_ACCEPTED" && event.payload["answer_id"] === answerId
  }
  return { isAccepted, outcome: undefined }
}

/** Its writer may not have waited for the device yet, and it is announced from here. */
async function confirmed(
  context: Context<Projections>,
  id: string,
  event: StoredEvent
): Promise<StoredEvent> {
  const { disk, root } = context
  const paths = locate(disk, root, id)
  const log = openLog(disk, paths, constants.O_RDONLY)
  try {
    await syncRound(disk, [log.fd])
    return event
  } catch (error) {
    throw notSaved(paths.log, "Nothing is announced.", error)
  } finally {
    disk.close(log.fd)
  }
}

/** Milliseconds in which a process that has the session takes a claimed answer up, if it will. */
export const takenUpWithin = 2_000

/** @returns undefined when no process acts on it, or the wait was given up */
export async function awaitOutcome(
  context: Context<Projections>,
  id: string,
  answerId: string,
  signal?: AbortSignal
): Promise<StoredEvent | undefined> {
  const { owners } = locate(context.disk, context.root, id)
  const patientUntil = performance.now() + takenUpWithin
  for (let pause = 5; ; pause = Math.min(pause * 2, 200)) {
    const owner = ownerOf(context.disk, owners)
    // After the look at the owner: one that has ended by then has recorded what it will ever record.
    const { isAccepted, outcome } = follow(context, id, answerId)
    if (outcome !== undefined) return confirmed(context, id, outcome)
    // One that waits for a person at its terminal, say, does not look for answers that others give.
    const isIdle = !isAccepted && performance.now() > patientUntil
    if (owner === undefined || isIdle || signal?.aborted === true) return undefined
    await sleep(pause, undefined, signal === undefined ? {} : { signal }).catch(() => undefined)
  }
}

function conflict(id: string, { input_id, answer_id, at_utc }: AnswerRecord): SessionError {
  return new SessionError({
    code: "ANSWER_CONFLICT",
    message: `The request ${input_id} of the session ${id} was given another answer at ${at_utc}. It stays as it is.`,
    suggestion: "See what was answered, and what came of it, before asking for more",
    context: { session: id, input_id, answer_id }
  })
}

function notWaiting(
  id: string,
  folder: string,
  asked: InputRequest | null,
  inputId: string | undefined
): SessionError {
  const what = inputId === undefined ? "an answer" : `an answer to ${inputId}`
  return new SessionError({
    code: "SESSION_NOT_WAITING",
    message: `The session ${id} does not wait for ${what}. Nothing is recorded.`,
    suggestion:
      asked?.state === "open"
        ? `It waits for an answer to ${asked.input_id}`
        : "See how it stands, or resume it",
    context: { session: id, folder, input_id: asked?.input_id ?? null }
  })
}

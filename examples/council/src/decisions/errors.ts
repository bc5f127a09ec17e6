import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { Decision, Shown, Step } from "./decision.ts"
import { steps } from "./decision.ts"

/** The ID cannot be typed back by a person. */
export function invalidId(id: string): CommandError {
  return new CommandError({
    code: "INVALID_ID",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message: `The ID ${JSON.stringify(id)} cannot be used, because people type it back; nothing is proposed.`,
    fixRequired: "Give 1 to 64 of the characters A-Z a-z 0-9 . _ : / @ -, not starting with -"
  })
}

/** The title is not one line of text. */
export function invalidTitle(): CommandError {
  return new CommandError({
    code: "INVALID_TITLE",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message: "The title is not one line of 1 to 200 characters; nothing is proposed.",
    fixRequired: "Give one line of text, at most 200 characters"
  })
}

export function notFound(id: string): CommandError {
  return new CommandError({
    code: "NOT_FOUND",
    exit: CommandExit.NOT_FOUND,
    message: `There is no decision ${JSON.stringify(id)}.`,
    suggestion: "See what there is with `council decisions list`",
    context: { id }
  })
}

export function idTaken({ id, status }: Decision): CommandError {
  return new CommandError({
    code: "CONFLICT",
    exit: CommandExit.CONFLICT,
    message: `A decision ${id} exists already (${status}); nothing is proposed.`,
    suggestion: "Propose it under another ID, or under none",
    context: { id, status }
  })
}

/** The decision's status does not allow the step. */
export function notOpen(step: Step, { id, status }: Decision): CommandError {
  const { from, to } = steps[step]
  return new CommandError({
    code: "CONFLICT",
    exit: CommandExit.CONFLICT,
    message: `${id} is ${status}; only a decision that is ${from.join(" or ")} can be ${to}. Nothing is recorded.`,
    context: { id, status }
  })
}

/** Between the question and the answer the decision became another one than the person was shown. */
export function changedSinceShown(shown: Shown, { id, title, status }: Decision): CommandError {
  return new CommandError({
    code: "CONFLICT",
    exit: CommandExit.CONFLICT,
    message: `${id} changed while the question was open, so what was confirmed is not what is there. Nothing is recorded.`,
    suggestion: `Read it again with \`council decisions show ${id}\``,
    context: { shown: { title: shown.title, status: shown.status }, found: { title, status } }
  })
}

/** The file is there and is not one this program may replace. `why` completes "because it …". */
export function unreadable(
  file: string,
  why: string,
  { cause, suggestion = `Repair or move ${file}, and run the command again` }: UnreadableDetails = {}
): CommandError {
  return new CommandError({
    code: "DECISIONS_UNREADABLE",
    exit: CommandExit.GENERAL_ERROR,
    message: `The decisions in ${file} cannot be read, because it ${why}. The file is left as it is.`,
    suggestion,
    context: { file },
    ...(cause === undefined ? {} : { cause })
  })
}

interface UnreadableDetails {
  readonly cause?: unknown
  readonly suggestion?: string
}

/** The file was not replaced; what it held, it holds. */
export function notSaved(folder: string, cause: unknown): CommandError {
  return new CommandError({
    code: "DECISIONS_NOT_SAVED",
    exit: CommandExit.GENERAL_ERROR,
    message: `The decisions in ${folder} could not be saved: ${messageOf(cause)}. Nothing is changed.`,
    suggestion: `Make sure that ${folder} can be written and has room, and run the command again`,
    context: { folder },
    cause
  })
}

/** The file was replaced, and the disk did not confirm that it will stay so. */
export function notSettled(file: string, cause: unknown): CommandError {
  return new CommandError({
    code: "DECISIONS_NOT_SETTLED",
    exit: CommandExit.PARTIAL_FAILURE,
    message: `The decisions in ${file} are changed, but a power loss may undo it: ${messageOf(cause)}.`,
    suggestion: "See what is there with `council decisions list`, and check the disk",
    context: { file },
    cause
  })
}

/** Another process held the lock for the whole wait. `holder` completes "held by …". */
export function busy(lock: string, holder: string, waitedMs: number): CommandError {
  return new CommandError({
    code: "DECISIONS_BUSY",
    exit: CommandExit.UNAVAILABLE,
    retryable: true,
    message: `The decisions are still locked after ${waitedMs} ms: ${lock} is held by ${holder}. Nothing is changed.`,
    suggestion: `Try again; if no council is running, remove ${lock}`,
    context: { lock }
  })
}

export function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

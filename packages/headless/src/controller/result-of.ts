import type { RunOutcome } from "../protocol/outcome.ts"
import { exitOf } from "../protocol/outcome.ts"
import { isClosed, type RunState } from "../protocol/state.ts"
import { type CallingProgram, programLine } from "./program.ts"
import type { Usage } from "./run-fold.ts"
import type { RunResult } from "./run-result.ts"
import { publishedOf } from "./published.ts"

/** What a result is made of besides the outcome. */
export interface ResultFacts {
  /** Null when no session was made, or none could be had. */
  readonly session_id: string | null
  /** The turn; null when none was opened. */
  readonly state: Pick<RunState, "turn_id" | "stage" | "closing" | "pending_input" | "in_flight"> | null
  readonly usage: Usage
  /** How the program is called, for the command that goes on; null when it is not known. */
  readonly program: CallingProgram | null
}

/** The result of a run, in the form in which it is recorded and printed. */
export function resultOf(outcome: RunOutcome, facts: ResultFacts): RunResult {
  const { session_id, state, usage } = facts
  const { code, ending, closure } = exitOf(outcome)
  return {
    session_id,
    turn_id: state?.turn_id ?? null,
    stage: state?.stage ?? null,
    ending,
    closure,
    exit_code: code as number as RunResult["exit_code"],
    ...nothing,
    ...endedWith(outcome, state),
    usage,
    resume: resumeOf(outcome, facts)
  }
}

const nothing = {
  deliverable: null,
  published: null,
  blocking_basis: null,
  gate: null,
  question: null,
  verification: null
} as const

function endedWith(outcome: RunOutcome, state: ResultFacts["state"]): Partial<RunResult> {
  switch (outcome.ending) {
    case "CLOSED_SUCCESS":
    case "CLOSED_UNVERIFIED":
      return delivered(outcome)
    case "REFUSED":
      return { published: outcome.closing.text, blocking_basis: outcome.closing.blocking_basis }
    case "DIRECT_ANSWER":
      return { published: outcome.closing.text }
    case "CLOSED_CANCELLED":
      return cancelled(outcome, state)
    case "UNCONFIRMED_GATE": {
      const { artifact_id, body } = outcome.artifact
      return { gate: { gate: outcome.gate, artifact_id, body } }
    }
    case "WAITING_INPUT":
      return { question: outcome.input }
    default:
      return {}
  }
}

function delivered(
  outcome: Extract<RunOutcome, { readonly ending: "CLOSED_SUCCESS" | "CLOSED_UNVERIFIED" }>
): Partial<RunResult> {
  const { deliverable, deliverable_sha256, verification } = outcome.closing
  const verified = outcome.ending === "CLOSED_SUCCESS"
  const claim = verified
    ? { status: "ESTABLISHED" as const, reason: null, note: null }
    : { status: "UNESTABLISHED" as const, reason: outcome.closing.reason, note: outcome.closing.note }
  return {
    deliverable: { text: deliverable, sha256: deliverable_sha256, verified },
    verification: { ...claim, findings: [], details: verification }
  }
}

function cancelled(
  { closing }: Extract<RunOutcome, { readonly ending: "CLOSED_CANCELLED" }>,
  state: ResultFacts["state"]
): Partial<RunResult> {
  const published = state === null ? null : (publishedOf(state)?.text ?? null)
  if (closing.kind === "PROTOCOL_BLOCKED") return { published, blocking_basis: closing.blocking_basis }
  if (closing.kind !== "VERIFICATION_FAILED") return { published }
  const { findings } = closing
  return { published, verification: { status: "FAILED", reason: null, note: null, findings, details: {} } }
}

function resumeOf(outcome: RunOutcome, { session_id, state, program }: ResultFacts): RunResult["resume"] {
  if (session_id === null || state === null || isClosed(state)) return null
  const action = actionOf(outcome, state)
  const words = {
    answer: ["answer", session_id],
    resume: ["resume", session_id],
    decide: ["resume", session_id, "--redo"]
  }
  return { action, session_id, command: program === null ? null : programLine(program, words[action]) }
}

/** Whatever ended a run in the middle of a call, it is not made again without a decision. */
function actionOf(
  { ending }: RunOutcome,
  { in_flight }: NonNullable<ResultFacts["state"]>
): "answer" | "resume" | "decide" {
  if (ending === "WAITING_INPUT") return "answer"
  return in_flight === null ? "resume" : "decide"
}

import type { ErrorDetail } from "@byhand/envelope"
import type { RunOutcome } from "../protocol/outcome.ts"
import type { RunResult } from "./run-result.ts"

/** The error of a run that did not end with 0, as its envelope says it; null for one that did. */
export function errorOf(outcome: RunOutcome, { resume }: RunResult): ErrorDetail | null {
  const detail = detailOf(outcome)
  if (detail === null) return null
  const command = resume?.command ?? null
  return command === null
    ? detail
    : { ...detail, suggestion: `${hints[resume?.action ?? "resume"]}: ${command}` }
}

const hints = {
  answer: "Give the answer, on the command line or on stdin",
  resume: "Go on, with the next line on stdin if a gate waits for one",
  decide: "Make the call once more, or give the run up with --abandon in place of --redo"
} as const

function detailOf(outcome: RunOutcome): ErrorDetail | null {
  switch (outcome.ending) {
    case "CLOSED_SUCCESS":
    case "REFUSED":
    case "DIRECT_ANSWER":
      return null
    case "CLOSED_CANCELLED":
      return cancelled(outcome.closing.kind)
    case "UNCONFIRMED_GATE":
      return {
        code: outcome.ending,
        message: `The run stopped at ${outcome.gate}, because no line confirmed what is shown. Nothing was executed.`
      }
    case "WAITING_INPUT":
      return {
        code: outcome.ending,
        message: `The task cannot go on without input: ${outcome.input.description}`
      }
    case "CLOSED_UNVERIFIED":
      return {
        code: outcome.ending,
        message: `The result is published and could not be established. ${outcome.closing.note}`,
        context: { reason: outcome.closing.reason }
      }
    case "HARNESS_ERROR": {
      const { code, message, retryable, category, operation, status, context } = outcome.error
      return { code, message, retryable, context: { ...context, category, operation, status } }
    }
    default:
      return {
        code: outcome.ending,
        message: `${outcome.signal} was received. The session is as it was before the step that was cut short.`
      }
  }
}

type Cancelled = Extract<RunOutcome, { readonly ending: "CLOSED_CANCELLED" }>["closing"]["kind"]

const causes: { readonly [Kind in Cancelled]: string } = {
  CANCEL: "The run was cancelled at its gate.",
  NEW_TASK: "The run was cancelled, because another task was asked for in its place.",
  SESSION_CANCELLED: "The run was cancelled.",
  EFFECT_ABANDONED: "The run was given up, because nobody knows whether its last call took place.",
  PROTOCOL_BLOCKED: "The task was refused during the run.",
  VERIFICATION_FAILED: "No attempt passed its verification, and no repair is left."
}

function cancelled(kind: Cancelled): ErrorDetail {
  return { code: "CLOSED_CANCELLED", message: causes[kind], context: { cause: kind } }
}

import type { RunState } from "../protocol/state.ts"

/** What a turn has published last: its record, and its text as a person is to read it. */
export interface Published {
  readonly record: Readonly<Record<string, unknown>>
  readonly text: string
}

/**
 * What a turn shows for itself: its result, its refusal, its failure with the candidate, or the question that it waits on.
 *
 * @returns null while there is nothing, and for a turn that was given up without a word
 */
export function publishedOf({
  closing,
  pending_input
}: Pick<RunState, "closing" | "pending_input">): Published | null {
  switch (closing?.kind) {
    case "CLOSED_SUCCESS":
    case "CLOSED_UNVERIFIED":
      return { record: closing, text: closing.deliverable }
    case "VERIFICATION_FAILED":
      return { record: closing, text: failureText(closing) }
    case "PROTOCOL_REFUSED":
    case "PROTOCOL_BLOCKED":
    case "DIRECT_ANSWER_GIVEN":
      return { record: closing, text: closing.text }
    case undefined:
      return pending_input === null
        ? null
        : { record: { kind: "INPUT_REQUESTED", ...pending_input }, text: pending_input.body }
    default:
      return null
  }
}

function failureText({
  findings,
  candidate
}: {
  readonly findings: readonly { readonly code: string; readonly message: string }[]
  readonly candidate: string | null
}): string {
  const found = findings.map(({ code, message }) => `- ${code}: ${message}`).join("\n")
  return candidate === null
    ? `No attempt could be read.\n\n${found}`
    : `UNVERIFIED ANSWER:\n\n${found}\n\n${candidate}`
}

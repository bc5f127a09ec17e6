import type { Warning } from "@byhand/envelope"
import { closureOfEvent, runProjections, Sessions } from "@byhand/headless"
import type { RunReport } from "@byhand/headless/report"
import type { OutputFile } from "./output-file.ts"
import { whyNot } from "./usage-error.ts"

/**
 * Writes what a run has published as its answer to the file that was asked for: a deliverable, established or not, a refusal,
 * or a direct answer; never a question, and never a candidate that failed.
 *
 * @returns the report; with a warning when the file could not be written, because the run has ended and its exit stands
 */
export async function withOutput(report: RunReport, home: string, output: OutputFile): Promise<RunReport> {
  try {
    const text = answerOf(report, home)
    if (text !== undefined) await output.write(text)
    return report
  } catch (thrown) {
    const message = `The run has ended as it says. Its result could not be written to ${output.path}: ${whyNot(thrown)}.`
    return warned(report, { code: "OUTPUT_NOT_WRITTEN", message })
  }
}

/** The text as it was given: the envelope has it without its control sequences. */
function answerOf({ session_id, turn_id, exit }: RunReport, root: string): string | undefined {
  if (session_id === null || exit.closure === null || exit.closure === "CLOSED_CANCELLED") return undefined
  let at: unknown
  for (const { kind, payload } of new Sessions({ root, projections: runProjections }).events(session_id)) {
    if (kind === "TURN_OPENED") at = payload["turn_id"]
    else if (at === turn_id && Object.hasOwn(closureOfEvent, kind))
      return String(payload["deliverable"] ?? payload["text"])
  }
  return undefined
}

function warned(report: RunReport, warning: Warning): RunReport {
  const { envelope } = report
  return { ...report, envelope: { ...envelope, warnings: [...envelope.warnings, warning] } }
}

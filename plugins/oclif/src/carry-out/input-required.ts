import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"

/** Why a question cannot be put to anybody. */
export type Unanswerable = "NON_INTERACTIVE" | "STDIN_NOT_A_TERMINAL" | "END_OF_INPUT" | "NO_DEFAULT"

const reasons: Readonly<Record<Unanswerable, string>> = {
  NON_INTERACTIVE: "the call says that nobody is to be asked",
  STDIN_NOT_A_TERMINAL: "stdin is not a terminal",
  END_OF_INPUT: "stdin came to its end",
  NO_DEFAULT: "--yes answers it with nothing"
}

/**
 * The refusal of a command that needs an answer which nobody can give: `INPUT_REQUIRED`, exit 4, not retryable.
 *
 * Requirement: REQ-F-009, REQ-C-005. A person-only command says `PERSON_REQUIRED` instead, and names no flag.
 */
export function inputRequired(
  why: Unanswerable,
  { isInteractive, question }: { readonly isInteractive: boolean; readonly question?: string | undefined }
): CommandError {
  const asked = question === undefined ? "" : ` It asks: ${question}`
  const flag =
    isInteractive && why !== "NO_DEFAULT"
      ? "Add --yes to answer every question with yes, or run it"
      : "Give the answer as an argument if the command takes it as one, or run it"
  return new CommandError({
    code: "INPUT_REQUIRED",
    exit: CommandExit.PRECONDITION,
    message: `The command needs an answer, and ${reasons[why]}.${asked}`,
    suggestion: `${flag} at a terminal`,
    context: { reason: why, ...(question === undefined ? {} : { question }) }
  })
}

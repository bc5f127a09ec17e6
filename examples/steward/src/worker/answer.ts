import { answerSession, type PendingInput, runProjections, Sessions } from "@byhand/headless"
import type { RunReport } from "@byhand/headless/report"
import { conduct, type WorkingFlags } from "./conduct.ts"
import { linesOf } from "./lines.ts"
import { parent } from "./parent.ts"
import { readStdin } from "./stdin.ts"
import { usageError } from "./usage-error.ts"
import { asked } from "./words.ts"

/** Gives a session the answer that it waits for: of the command line, of stdin, or of the person at the terminal. */
export async function answer(
  home: string,
  sessionId: string,
  given: string | undefined,
  flags: WorkingFlags
): Promise<RunReport> {
  const lines = linesOf({ isStdinTaken: true })
  const { text, by } =
    given === undefined ? await answerFrom(home, sessionId) : { text: given, by: "argument" as const }
  return conduct({ home, lines }, flags, (options) =>
    answerSession({ ...options, sessionId, answer: text, by })
  )
}

async function answerFrom(root: string, sessionId: string) {
  if (!parent.isPersonThere) return { text: await readStdin(parent.stopping), by: "stdin" as const }
  const input = questionOf(root, sessionId)
  return { text: (await parent.ask(asked({ _tag: "Question", input }))) ?? "", by: "terminal" as const }
}

/** @throws SessionError; HarnessFailure SESSION_NOT_WAITING: a person is not asked for the answer to nothing */
function questionOf(root: string, sessionId: string): PendingInput {
  const { states } = new Sessions({ root, projections: runProjections }).view(sessionId)
  const input = states.run.turn?.pending_input
  if (input) return input
  const message =
    `The session ${sessionId} waits for no input, so there is nothing to ask. ` +
    "With the answer that it got on the command line, its ending is told once more."
  throw usageError("SESSION_NOT_WAITING", message, { session: sessionId })
}

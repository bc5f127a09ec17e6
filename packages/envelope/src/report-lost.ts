import { CommandExit } from "@byhand/exit-codes"
import type { EnvelopeMeta } from "./response-envelope.ts"
import { writeWhole } from "./write-whole.ts"

const stderr = 2
const patienceMs = 1000

/**
 * Says on standard error, in one sentence, that a document could not be written, and makes sure that the process ends
 * with the document's exit code, or with 1 when that is 0 in the command contract. In the run contract 1 would say that a run
 * was cancelled, and the code of a run that has closed stands whatever comes after (ADR-0019).
 */
export function reportLost(
  error: NodeJS.ErrnoException,
  { exit_code, contract }: Pick<EnvelopeMeta, "exit_code" | "contract">
): void {
  const isLostSuccess = exit_code === 0 && contract === "command"
  const end = isLostSuccess ? CommandExit.GENERAL_ERROR : exit_code
  const because = isLostSuccess ? ", because a success that cannot be read is none" : ""
  const sentence = `The result could not be written to its output (${error.message}); this run ends with ${end}${because}.\n`
  try {
    writeWhole(stderr, Buffer.from(sentence), patienceMs)
  } catch {
    // There is nowhere left to say it; the exit code still does.
  }
  const neverZero = () => {
    if (!process.exitCode) process.exitCode = end
  }
  neverZero()
  // Whoever sets the exit code of the envelope after this would set 0.
  process.on("exit", neverZero)
}

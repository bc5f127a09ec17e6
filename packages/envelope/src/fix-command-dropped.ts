import { fixCommandProblem } from "./fix-command.ts"
import type { Warning } from "./warning.ts"

/** What an envelope says of a `fix_command` that it leaves out. */
export function fixCommandWarnings(command: string): readonly Warning[] {
  const problem = fixCommandProblem(command)
  if (problem === undefined) return []
  const message =
    `The fix_command of this error was left out: it ${problem}. ` +
    "Expected one command that can be run as it stands; what else is to be done belongs in fix_required."
  return [Object.freeze({ code: "FIX_COMMAND_DROPPED", message })]
}

import { CommandError, type CommandErrorOptions } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { SessionError, type SessionErrorCode, type Verification } from "@byhand/headless"

const exits: Partial<Readonly<Record<SessionErrorCode, CommandExit>>> = {
  SESSION_UNKNOWN: CommandExit.NOT_FOUND,
  SESSION_ID_INVALID: CommandExit.ARG_ERROR
}

/** What reading sessions gives; what it throws is an error of the command table. */
export function reading<A>(read: () => A): A {
  try {
    return read()
  } catch (thrown) {
    throw thrown instanceof SessionError ? commandErrorOf(thrown) : thrown
  }
}

function commandErrorOf(error: SessionError): CommandError {
  const { code, message, retryable, suggestion, context } = error
  const exit = exits[code] ?? CommandExit.GENERAL_ERROR
  const options: CommandErrorOptions = { code, exit, message, retryable, suggestion, context, cause: error }
  return new CommandError(exit === CommandExit.ARG_ERROR ? { ...options, phase: "validation" } : options)
}

/** What is beside the log does not hold what the log says. */
export function differs(id: string, { differing, snapshot }: Verification): CommandError {
  const files = [...differing, ...(snapshot === "contradicts" ? ["the snapshot"] : [])]
  return new CommandError({
    code: "SESSION_DIFFERS",
    exit: CommandExit.CONFLICT,
    message: `The log of the session ${id} is whole, and ${files.join(", ")} does not say what it says. Nothing is changed.`,
    suggestion: "The log is the authority: a run, an answer or a resume of the session writes its files anew",
    context: { session: id, differing: [...differing], snapshot }
  })
}

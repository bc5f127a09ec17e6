import { CommandError, failure, type ResponseEnvelope } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { formatVariable } from "../output/json-mode.ts"
import { commandLine } from "./command-line.ts"
import { envelopeOfEnd } from "./envelope-of-end.ts"
import { runProgram } from "./run-program.ts"
import type { CommandTool } from "./tools.ts"

/** How the host's own program is started for a call. */
export interface HostProgram {
  /** The program and its first arguments: what this process was started with. */
  readonly start: readonly [string, ...string[]]
  readonly bin: string
  readonly topicSeparator: string
}

export interface CallOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onLine: (line: string) => void
}

/**
 * Calls a command as a client asked for it: as a process of its own, with its envelope as the answer.
 *
 * @param given what the client gave
 * @returns the envelope, of a failure too: of inputs that are not valid (nothing was started then), and of a command that could
 *   not be started. Never throws.
 */
export async function callTool(
  tool: CommandTool,
  given: unknown,
  { start, bin, topicSeparator }: HostProgram,
  { timeoutMs, signal, onLine }: CallOptions
): Promise<ResponseEnvelope> {
  const startedAt = performance.now()
  const options = () => ({
    durationMs: performance.now() - startedAt,
    meta: { command: tool.path.join(".") }
  })
  try {
    const words = topicSeparator === " " ? tool.path : tool.path.length === 0 ? [] : [tool.path.join(":")]
    const line = commandLine(tool.inputs, given, { words, isDashDashPlain: tool.isDashDashPlain })
    const env = childEnv(bin)
    const end = await runProgram([...start, ...line], { env, timeoutMs, signal, onLine })
    return envelopeOfEnd(end, timeoutMs, options())
  } catch (thrown) {
    return failure(notStarted(thrown), options())
  }
}

/** What the caller has, and JSON for the answer; no colour in what is read by nobody. */
function childEnv(bin: string): NodeJS.ProcessEnv {
  return { ...process.env, [formatVariable(bin)]: "json", NO_COLOR: "1" }
}

function notStarted(thrown: unknown): CommandError {
  if (thrown instanceof CommandError) return thrown
  const tooLong = (thrown as NodeJS.ErrnoException).code === "E2BIG"
  return new CommandError({
    code: tooLong ? "INVALID_ARGUMENTS" : "COMMAND_NOT_STARTED",
    exit: tooLong ? CommandExit.ARG_ERROR : CommandExit.GENERAL_ERROR,
    phase: tooLong ? "validation" : "execution",
    message: tooLong
      ? "The inputs are longer than this system lets a command line be, so nothing was started."
      : `The command could not be started: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    ...(tooLong ? { fixRequired: "Give a shorter value, or the name of a file that holds it" } : {}),
    cause: thrown
  })
}

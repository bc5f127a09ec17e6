import {
  CommandError,
  type EnvelopeOptions,
  failure,
  type ResponseEnvelope,
  success,
  toCommandError
} from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { contractExit } from "../output/oclif-error.ts"
import type { ProgramEnd } from "./run-program.ts"

/** What of a program's own text an error repeats, in characters. */
const mostRepeated = 2000

/**
 * The envelope of a call: the one that the command wrote, when it wrote one that says how the process ended, else one that
 * says what is known.
 *
 * @param timeoutMs the deadline of the call, in milliseconds
 */
export function envelopeOfEnd(
  end: ProgramEnd,
  timeoutMs: number,
  options: EnvelopeOptions
): ResponseEnvelope {
  if (end.ended !== undefined) return failure(endedError(end.ended, timeoutMs), options)
  const written = writtenEnvelope(end)
  if (written !== undefined) return written
  if (end.exitCode === 0) return success(textOf(end.stdout), { ...options, warnings: [noEnvelope] })
  return failure(failedError(end), { ...options, warnings: [noEnvelope] })
}

const noEnvelope = {
  code: "NO_ENVELOPE",
  message: "The command wrote no envelope of its own; this one was made from its exit code and its output."
}

function writtenEnvelope({ stdout, exitCode }: ProgramEnd): ResponseEnvelope | undefined {
  try {
    const document = JSON.parse(stdout) as ResponseEnvelope
    const isEnvelope =
      typeof document.ok === "boolean" &&
      Array.isArray(document.warnings) &&
      document.meta.exit_code === exitCode &&
      document.ok === (exitCode === 0) &&
      document.ok === (document.error === null)
    return isEnvelope ? document : undefined
  } catch {
    return undefined
  }
}

function textOf(stdout: string): unknown {
  try {
    return JSON.parse(stdout)
  } catch {
    return stdout.trim() === "" ? null : { text: stdout }
  }
}

function endedError(why: NonNullable<ProgramEnd["ended"]>, timeoutMs: number): CommandError {
  switch (why) {
    case "timeout":
      return new CommandError({
        code: "TIMEOUT",
        exit: CommandExit.TIMEOUT,
        phase: "execution",
        message: `The command did not end within ${timeoutMs} ms, and was ended with all that it had started. A part of it may be done.`,
        fixRequired: "Start the server with a larger --call-timeout, or ask for less at once",
        context: { timeout_ms: timeoutMs }
      })
    case "output":
      return new CommandError({
        code: "OUTPUT_TOO_LARGE",
        exit: CommandExit.GENERAL_ERROR,
        phase: "execution",
        message:
          "The command wrote more than one message can carry, and was ended. A part of it may be done.",
        fixRequired: "Ask for less at once"
      })
    case "abort":
      return new CommandError({
        code: "CANCELLED",
        exit: CommandExit.GENERAL_ERROR,
        phase: "execution",
        message: "The call was cancelled, and the command was ended with all that it had started."
      })
  }
}

function failedError({ exitCode, signal, stderr }: ProgramEnd): CommandError {
  const said = stderr.trim().slice(-mostRepeated)
  return new CommandError({
    code: "COMMAND_FAILED",
    exit: exitCode === null ? CommandExit.GENERAL_ERROR : contractExit(exitCode),
    phase: "execution",
    message: said || toCommandError(said).message,
    context: signal === null ? { exit_code: exitCode } : { signal }
  })
}

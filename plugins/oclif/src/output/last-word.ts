import { writeSync } from "node:fs"
import { cancelled, CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { type EndingSignal, endingSignals } from "./ending-signals.ts"
import { commandErrorOf, contractExit } from "./oclif-error.ts"
import type { Ending } from "./outlet-state.ts"
import {
  hasPassed,
  isWritten,
  keptEnding,
  mayHaveActed,
  noteGate,
  writeEndingNow,
  writtenExit
} from "./outlet.ts"

/**
 * Makes sure that whatever ends this process in the middle of a command leaves one envelope, with the exit code it ends
 * with: the command's own `process.exit`, an error that nobody catches, or a signal.
 *
 * @returns what to call when somebody else has the last word
 *
 * Requirement: REQ-F-004, REQ-F-013.
 */
export function haveLastWord(): () => void {
  process.once("exit", leaveEnvelope)
  process.once("uncaughtException", endUncaught)
  for (const signal of endingSignals) process.once(signal, endBySignal)
  return () => {
    process.off("exit", leaveEnvelope)
    process.off("uncaughtException", endUncaught)
    for (const signal of endingSignals) process.off(signal, endBySignal)
  }
}

function leaveEnvelope(code: number): void {
  if (isWritten()) {
    // Its reader has it, so whatever ends the process after it does not change how this ended. Nor does a listener before this one.
    process.exitCode = writtenExit() ?? process.exitCode
    return
  }
  const kept = keptEnding()
  const failed = kept !== undefined && "error" in kept
  if (code === 0) writeEndingNow(kept !== undefined && !failed ? kept : { data: null })
  else if (failed) fail(kept)
  else fail({ error: endedEarly(contractExit(code), code), data: kept?.data })
}

function endUncaught(thrown: unknown): void {
  end({ error: commandErrorOf(thrown, "execution") })
}

function endBySignal(signal: NodeJS.Signals): void {
  // The gate, and a command with a listener of its own, decide for themselves.
  if (process.listenerCount(signal) > 0) return
  // A document that is on its way says how this ends.
  // oxlint-disable-next-line unicorn/no-process-exit -- the sink writes the rest of it at the exit
  if (isWritten()) process.exit()
  const error = cancelled(signal as EndingSignal)
  end(mayHaveActed() ? { error, data: { partial: true } } : { error })
}

/**
 * Lets no `process.exit(0)` of somebody else's pass for the success of a person-only command that never passed its gate.
 *
 * @returns what to call when the command has given its result: what ends the process then is no matter
 */
export function claimNoSuccess({ json }: { readonly json: boolean }): () => void {
  noteGate()
  const deny = (code: number) => {
    if (code !== 0 || isWritten() || hasPassed()) return
    const error = endedEarly(CommandExit.GENERAL_ERROR, code)
    if (json) fail({ error })
    else {
      process.exitCode = error.exit
      writeSync(2, `Error: ${error.message}\n`)
    }
  }
  // Before the last word, which would call it a success.
  process.prependOnceListener("exit", deny)
  return () => process.off("exit", deny)
}

function endedEarly(exit: CommandExit, code: number): CommandError {
  return new CommandError({
    code: "GENERAL_ERROR",
    exit,
    message: `The command ended the process with exit code ${code} before it gave a result.`
  })
}

function fail(ending: Ending & { readonly error: CommandError }): void {
  process.exitCode = ending.error.exit
  writeEndingNow(ending)
}

function end(ending: Ending & { readonly error: CommandError }): void {
  fail(ending)
  // oxlint-disable-next-line unicorn/no-process-exit -- everything is written, and the command must not go on
  process.exit(ending.error.exit)
}

import { cancelled, CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { commandErrorOf, contractExit } from "../output/oclif-error.ts"
import { isWritten, writeFailureNow, writeSuccessNow } from "../output/outlet.ts"

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const

/**
 * Makes sure that whatever ends this process in the middle of a command leaves one envelope, with the exit code it ends
 * with: the command's own `process.exit`, an error that nobody catches, a signal, or a promise that never settles.
 *
 * REQ-F-004, REQ-F-013.
 */
export function haveLastWord(): void {
  let isIdle = false
  // Not emitted by process.exit: only when nothing is left that could go on.
  process.on("beforeExit", () => {
    isIdle = true
  })
  process.once("exit", (code) => {
    if (isWritten()) return
    if (isIdle) fail(endedEarly(CommandExit.GENERAL_ERROR, "waits for something that never comes"))
    else if (code === 0) writeSuccessNow(null)
    else fail(endedEarly(contractExit(code), `ended the process with exit code ${code}`))
  })
  process.once("uncaughtException", (thrown) => end(commandErrorOf(thrown, "execution")))
  for (const signal of endingSignals) {
    process.once(signal, () => {
      // The gate, and a command with a listener of its own, decide for themselves.
      if (process.listenerCount(signal) > 0) return
      // A document that is on its way says how this ends.
      // oxlint-disable-next-line unicorn/no-process-exit -- the sink writes the rest of it at the exit
      if (isWritten()) process.exit()
      end(cancelled(signal))
    })
  }
}

function endedEarly(exit: CommandExit, what: string): CommandError {
  return new CommandError({
    code: "GENERAL_ERROR",
    exit,
    message: `The command ${what} before it gave a result.`
  })
}

function fail(error: CommandError): void {
  process.exitCode = error.exit
  writeFailureNow(error)
}

function end(error: CommandError): void {
  fail(error)
  // oxlint-disable-next-line unicorn/no-process-exit -- everything is written, and the command must not go on
  process.exit(error.exit)
}

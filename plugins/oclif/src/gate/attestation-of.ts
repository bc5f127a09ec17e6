import { type AttestationRequest, requestProblems } from "@byhand/attestation"
import { cancelled, CommandError, typedError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { type EndingSignal, endingSignals } from "../output/ending-signals.ts"
import { reportIt } from "../output/oclif-error.ts"

/** What a command's `attestation()` returns: the statement a person confirms, and the text they type back. */
export type Attestation = AttestationRequest

/**
 * Asks a command what a person must confirm.
 *
 * A typed `CommandError` that the author throws (`NOT_FOUND`) keeps its code; whatever else goes wrong in there is
 * `ATTESTATION_FAILED`, exit 1, because exit 4 says that a person was missing or mistaken. A Ctrl-C ends even an
 * `attestation()` that never settles.
 */
export async function attestationOf(command: object, undeclared: () => Attestation): Promise<Attestation> {
  const { attestation } = command as { attestation?: () => unknown }
  if (typeof attestation !== "function") return undeclared()
  const request = await interruptible(async () => attestation.call(command)).catch((thrown: unknown) => {
    // By its brand: an author's error may be of another copy of its package.
    const typed = typedError(thrown)
    if (typed !== undefined) throw typed
    throw failed(
      `its attestation() threw: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
      thrown
    )
  })
  const problems = requestProblems(request)
  if (problems.length > 0)
    throw failed(`what its attestation() returned cannot be asked: ${problems.join(" ")}`)
  return request as Attestation
}

function failed(why: string, cause?: unknown): CommandError {
  return new CommandError({
    code: "ATTESTATION_FAILED",
    exit: CommandExit.GENERAL_ERROR,
    message: `The command could not be put to a person, and nothing was done: ${why}`,
    suggestion: reportIt,
    ...(cause === undefined ? {} : { cause })
  })
}

/** Runs the author's code so that it settles whatever it waits for: by a signal, or when nothing is left to wait on. */
async function interruptible<T>(body: () => Promise<T>): Promise<T> {
  const { promise: interruption, reject } = pending()
  const signalled = (signal: NodeJS.Signals) => reject(cancelled(signal as EndingSignal))
  const idle = () => reject(failed("its attestation() waits for something that never comes"))
  for (const name of endingSignals) process.once(name, signalled)
  process.once("beforeExit", idle)
  try {
    return await Promise.race([body(), interruption])
  } finally {
    for (const name of endingSignals) process.off(name, signalled)
    process.off("beforeExit", idle)
  }
}

function pending(): { readonly promise: Promise<never>; readonly reject: (reason: Error) => void } {
  let reject!: (reason: Error) => void
  const promise = new Promise<never>((_, settle) => {
    reject = settle
  })
  return { promise, reject }
}

import { type AttestationRequest, requestProblems } from "@byhand/attestation"
import { cancelled, CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"

/** What a command's `attestation()` returns: the statement a person confirms, and the text they type back. */
export type Attestation = AttestationRequest

type EndingSignal = "SIGINT" | "SIGTERM" | "SIGHUP"
const endingSignals: readonly EndingSignal[] = ["SIGINT", "SIGTERM", "SIGHUP"]

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
    if (thrown instanceof CommandError) throw thrown
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
    ...(cause === undefined ? {} : { cause })
  })
}

/** Runs the author's code so that a signal settles it, whatever it waits for. */
async function interruptible<T>(body: () => Promise<T>): Promise<T> {
  let listener: ((signal: NodeJS.Signals) => void) | undefined
  const signal = new Promise<never>((_, reject) => {
    listener = (received) => reject(cancelled(received as EndingSignal))
    for (const name of endingSignals) process.once(name, listener)
  })
  try {
    return await Promise.race([body(), signal])
  } finally {
    for (const name of endingSignals) if (listener !== undefined) process.off(name, listener)
  }
}

import { usageError, whyNot } from "./usage-error.ts"

/** How much of a prompt or an answer is read, in bytes: more than any model takes. */
export const mostInput = 16 * 1024 * 1024

/**
 * Reads all of stdin.
 *
 * @param signal gives it up
 * @throws HarnessFailure INPUT_TOO_LARGE, STDIN_UNREADABLE
 */
export async function readStdin(signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of chunksOfStdin(signal)) {
    size += chunk.length
    if (size > mostInput) throw tooLarge("stdin")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The bytes of stdin as they come. @throws HarnessFailure STDIN_UNREADABLE; what `signal` was aborted with */
export async function* chunksOfStdin(signal: AbortSignal): AsyncGenerator<Buffer> {
  const { stdin } = process
  const abort = () => stdin.destroy(new Error("The run was stopped."))
  signal.addEventListener("abort", abort, { once: true })
  try {
    signal.throwIfAborted()
    for await (const chunk of stdin) yield chunk as Buffer
  } catch (thrown) {
    signal.throwIfAborted()
    throw usageError("STDIN_UNREADABLE", `stdin cannot be read: ${whyNot(thrown)}. Nothing was run.`)
  } finally {
    signal.removeEventListener("abort", abort)
  }
}

export function tooLarge(what: string) {
  const message = `There is more than ${mostInput} bytes in ${what}, and no more than that are read. Nothing was run.`
  return usageError("INPUT_TOO_LARGE", message)
}

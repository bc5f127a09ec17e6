import { stripVTControlCharacters } from "node:util"
import { addWarning } from "./outlet.ts"

/** How much of what others print a warning repeats, in characters. */
const mostShown = 2000

/** What oclif prints through: `this.log` of a command and of a hook, and its help. */
interface Printer {
  stdout: (...args: unknown[]) => unknown
}

let printing = 0

/**
 * Sends everything that is written to stdout to stderr, so that the document is alone there (REQ-F-006).
 *
 * What is not printed through oclif is noted in a warning `THIRD_PARTY_STDOUT` (REQ-F-060). The document itself is written
 * past this, by the class of the stream. A write to the descriptor, and a child process that inherits it, are not seen.
 *
 * @param printer oclif's `ux`, to tell its own prints from others; without it nothing is noted
 * @returns what gives stdout back
 */
export function sendStdoutToStderr(printer?: Printer): () => void {
  const own = Object.getOwnPropertyDescriptor(process.stdout, "write")
  const noted = printer === undefined ? undefined : noteOthers(printer)
  const toStderr = process.stderr.write.bind(process.stderr) as (...args: unknown[]) => boolean
  let isWaiting = false
  process.stdout.write = ((chunk: unknown, ...rest: unknown[]) => {
    if (printing === 0) noted?.(chunk)
    if (toStderr(chunk, ...rest)) return true
    // Whoever waits until stdout has taken it all waits for stderr.
    if (!isWaiting)
      process.stderr.once("drain", () => {
        isWaiting = false
        process.stdout.emit("drain")
      })
    isWaiting = true
    return false
  }) as typeof process.stdout.write
  return () => {
    if (own === undefined) delete (process.stdout as { write?: unknown }).write
    else Object.defineProperty(process.stdout, "write", own)
  }
}

/** Sends what is written to stdout to stderr while `body` runs. */
export async function withStdoutOnStderr<T>(body: () => Promise<T>): Promise<T> {
  const giveBack = sendStdoutToStderr()
  try {
    return await body()
  } finally {
    giveBack()
  }
}

function noteOthers(printer: Printer): (chunk: unknown) => void {
  const print = printer.stdout
  printer.stdout = (...args) => {
    printing += 1
    try {
      return print(...args)
    } finally {
      printing -= 1
    }
  }
  let text = ""
  let warned = false
  return (chunk) => {
    if (text.length < mostShown)
      text += typeof chunk === "string" ? chunk : Buffer.from(chunk as Uint8Array).toString()
    if (warned || text.trim() === "") return
    warned = true
    addWarning({
      code: "THIRD_PARTY_STDOUT",
      message: "Something other than this tool's own output wrote to stdout; it was sent to stderr.",
      // Read when the envelope is made: more may come.
      context: {
        get text() {
          return stripVTControlCharacters(text.slice(0, mostShown)).trim()
        }
      }
    })
  }
}

import { noReason } from "./error-detail.ts"

const frame = /^\s*at .*(?::\d+:\d+\)?|\(<anonymous>\)|\(native\))\s*$/

/** The text without the lines of a stack trace, which are for the author of a tool and never for its user. */
function withoutStack(text: string): string {
  const lines = text.split("\n")
  return lines
    .filter((line) => line.length > 2000 || !frame.test(line))
    .join("\n")
    .trimEnd()
}

/** That no reason was given, with all that is known in its place. */
function noReasonBut(known: string): string {
  return `${noReason.slice(0, -1)}${known}.`
}

/** What a thrown value says about the reason, as a text. It never throws. */
export function reason(thrown: unknown): string {
  try {
    if (typeof thrown === "string") return withoutStack(thrown) || noReason
    if (typeof thrown !== "object" || thrown === null) return noReasonBut(`: it threw ${String(thrown)}`)
    const { message, name } = thrown as { message?: unknown; name?: unknown }
    if (typeof message === "string" && withoutStack(message) !== "") return withoutStack(message)
    return typeof name === "string" && name !== ""
      ? noReasonBut(` (${name})`)
      : noReasonBut(": it threw an object without a message")
  } catch {
    return noReasonBut(": the error it threw cannot be read")
  }
}

/** The first reason in a chain of causes that says something else than `known`, or undefined. It never throws. */
export function newReason(thrown: unknown, known: string): string | undefined {
  let link = thrown
  for (let depth = 0; depth < 10 && link !== undefined; depth++) {
    const text = reason(link)
    if (text !== known) return text
    link = causeOf(link)
  }
  return undefined
}

function causeOf(thrown: unknown): unknown {
  try {
    return (thrown as { cause?: unknown } | null)?.cause
  } catch {
    return undefined
  }
}

import type { RunResult } from "@byhand/headless/report"
import type { Told } from "../messages.ts"

/** The lines on stderr that say how a run ended: those of the run contract, for who reads logs. */
export function closingLines({ exit, envelope, error }: Told): readonly string[] {
  const { stage } = envelope.data as unknown as RunResult
  const { code } = exit
  switch (exit.ending) {
    case "REFUSED":
      return [`[headless close] Session closed with a published refusal (closure=REFUSED, code ${code}).`]
    case "CLOSED_CANCELLED":
    case "CLOSED_UNVERIFIED":
      return [`[headless halt] Session ended with stage '${stage}'. Exiting fail-closed (code ${code}).`]
    case "UNCONFIRMED_GATE":
      return [
        `[headless halt] Session ended at non-terminal stage '${stage}'. Exiting fail-closed (code ${code}).`
      ]
    case "WAITING_INPUT":
      return [`[headless halt] Session paused at stage '${stage}' (input requested). Exiting (code ${code}).`]
    case "HARNESS_ERROR":
      return error === null ? [] : errorLines(error, code)
    case "INTERRUPTED":
      return ["[session terminated by user]"]
    case "TERMINATED":
      return ["[session terminated]"]
    default:
      return []
  }
}

/** The record first: whoever reads it takes the last line that begins so. */
function errorLines(error: NonNullable<Told["error"]>, code: number): readonly string[] {
  const { category, operation, message } = error
  const at = operation ?? "none"
  const why = oneLine(message.slice(0, 500)).replace(/\.$/, "")
  return [
    `[harness-error] ${oneLine(JSON.stringify(error))}`,
    `[headless halt] Harness error (${category} at ${at}): ${why}. Exiting (code ${code}).`
  ]
}

/** What is in a message must neither begin a line nor act on a terminal. */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, (point) => {
    const units = Array.from({ length: point.length }, (_, at) => point.charCodeAt(at))
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
  })
}

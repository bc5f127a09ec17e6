import { failureOf, reportOf, type RunReport } from "@byhand/headless/report"
import type { Told } from "../messages.ts"

/** What is told of a report. */
export function toldOf({ exit, envelope, outcome }: RunReport): Told {
  return { exit, envelope, error: outcome?.ending === "HARNESS_ERROR" ? outcome.error : null }
}

/** What is told of something thrown before there was a session: exit 4. */
export function failed(thrown: unknown): Told {
  return toldOf(
    reportOf({ ending: "HARNESS_ERROR", error: failureOf(thrown).error, warnings: [] }, nothing, uptime())
  )
}

const nothing = {
  session_id: null,
  state: null,
  usage: { calls: 0, input_tokens: 0, output_tokens: 0 },
  program: null
}

/** Milliseconds since this process began. */
export function uptime(): number {
  return Math.round(process.uptime() * 1000)
}

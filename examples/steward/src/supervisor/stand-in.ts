import { harnessError, type HarnessError, reportOf, type RunOutcome } from "@byhand/headless/report"
import type { News, Told, Unfinished } from "../messages.ts"
import { toldOf, uptime } from "../worker/told.ts"
import { graceMs, type Overran } from "./overdue.ts"
import type { WorkerEnd } from "./worker-process.ts"

/** How a run ended whose worker could not say so, as far as it is known without a look at the session. */
export function standIn({ signal, error }: Unfinished, { news, calls }: Seen): Told {
  const outcome: RunOutcome =
    signal === undefined
      ? { ending: "HARNESS_ERROR", error, warnings: [] }
      : { ending: signal === "SIGINT" ? "INTERRUPTED" : "TERMINATED", signal, warnings: [] }
  const session_id = news?.session_id ?? null
  const usage = { calls, input_tokens: 0, output_tokens: 0 }
  return toldOf(reportOf(outcome, { session_id, state: null, usage, program: null }, uptime()))
}

/** What a supervisor has heard of a run. */
export interface Seen {
  readonly news: News | undefined
  /** What was thrown in the worker, and nobody caught. */
  readonly broke: string | undefined
  /** How many calls were begun. */
  readonly calls: number
}

/** The error of a run whose worker died: exit 4, with a code that says of what. */
export function deathOf(
  end: WorkerEnd & { readonly overran: Overran | undefined },
  { news, broke }: Seen
): HarnessError {
  if (end.overran !== undefined) return overrun(end.overran, news)
  const { code, message } =
    broke === undefined ? causeOf(end) : { code: "UNCAUGHT_ERROR", message: sentence(broke) }
  const goOn = news === undefined ? "Nothing was run." : `Resume the session ${news.session_id} to go on.`
  return harnessError({ code, message: `${message} ${goOn}` })
}

/** The error of a run whose worker came back to none of its timers, and was ended. */
function overrun({ operation, withinMs }: Overran, news: News | undefined): HarnessError {
  const work = operation ?? "The run"
  const took = `${work} had ${Math.round(withinMs)} ms, was not over ${graceMs} ms after that, and was ended.`
  const session = news?.session_id
  const goOn =
    session === undefined
      ? "Nothing was run."
      : operation === null
        ? `Resume the session ${session} to go on, with more time if it needs it.`
        : `Nobody knows whether the call took place: resume the session ${session} with --redo to make it once more, or with --abandon to give the run up.`
  return harnessError({ code: "RUN_OVERRAN", operation, message: `${took} ${goOn}` })
}

function causeOf({ code, signal, problem, said }: WorkerEnd): { code: string; message: string } {
  if (problem !== undefined)
    return { code: "WORKER_NOT_STARTED", message: `The worker could not be started: ${problem}.` }
  if (/heap out of memory|Allocation failed/.test(said))
    return { code: "OUT_OF_MEMORY", message: "The worker ran out of memory." }
  if (signal !== null) return { code: "WORKER_KILLED", message: `The worker was ended by ${signal}.` }
  // Node's own code for a program that waits for what never comes.
  if (code === 13)
    return { code: "NEVER_SETTLED", message: "The worker waited for something that can never come." }
  return { code: "WORKER_DIED", message: `The worker ended with ${code} and did not say how the run ended.` }
}

function sentence(thrown: string): string {
  return `Something went wrong that no part of this program expects: ${thrown.replace(/\.$/, "")}.`
}

import type { ProviderCall, RunReport, StoredEvent } from "../../src/index.ts"
import type { Host, Setting } from "./host.ts"
import { idOf } from "./reports.ts"
import type { TapedRun } from "./runs.ts"

/** What one process does with a session, and what came of it. */
export interface Step {
  readonly way: "run" | "resume" | "redo" | "answer"
  readonly host: Host
  readonly report: RunReport
}

/**
 * Does what the people of a run do next, from whatever its session says: a request, an answer, a decision, or going on.
 *
 * @returns the step; undefined when there is nothing left to do
 */
export async function nextStep(run: TapedRun, host: Host, setting: Setting = {}): Promise<Step | undefined> {
  const { requests, answers, review, max_repairs: maxRepairs } = run
  const [listed] = host.sessions.list()
  if (listed === undefined) return runs(host.again({ ...setting, lines: run.lines }), requests[0])
  if (!("view" in listed)) throw listed.problem
  const { id, view } = listed
  const { turn, outcome } = view.states.run
  const events = host.events(id)
  const lines = run.lines.slice(linesOf(events))
  const next = host.again({ ...setting, lines })
  if (view.ledger.effects.length > 0) return does("redo", next.resume({ sessionId: id, decision: "redo" }))
  if (turn?.closing != null) {
    const request = requests[requestsOf(events, requests)]
    if (request === undefined) return outcome === null ? Promise.reject(new Error("No ending.")) : undefined
    return runs(next, request, id)
  }
  const answer = turn?.pending_input == null ? undefined : answers[view.ledger.counts.inputs - 1]
  if (answer !== undefined) return does("answer", next.answer({ sessionId: id, answer }))
  const isPaused = outcome !== null && lines.length === 0
  if (isPaused && events.at(-1)?.kind === "OUTCOME_RECORDED") return undefined
  return does("resume", next.resume({ sessionId: id }))

  async function runs(by: Host, request: string, sessionId?: string): Promise<Step> {
    return { way: "run", host: by, report: await by.run({ request, review, maxRepairs, sessionId }) }
  }
  async function does(way: Step["way"], reporting: Promise<RunReport>): Promise<Step> {
    return { way, host: next, report: await reporting }
  }
}

/** Goes on with a session until nothing is left to do. */
export async function goOn(run: TapedRun, host: Host, setting: Setting = {}): Promise<readonly Step[]> {
  const steps: Step[] = []
  for (;;) {
    const step = await nextStep(run, host, setting)
    if (step === undefined) return steps
    steps.push(step)
    if (steps.length > 12) throw new Error(`${run.name} comes to no end.`)
  }
}

/** What the model was asked in steps, in its order. */
export function callsOf(steps: readonly Step[]): readonly ProviderCall[] {
  return steps.flatMap(({ host }) => host.calls)
}

const decisions = new Set(["LINE_TAKEN", "ACCEPT_CURRENT", "REVISE_TASK", "REVISE_APPROACH", "CANCEL"])

/** How many lines are decided on, or on record to be. */
function linesOf(events: readonly StoredEvent[]): number {
  return events.filter(({ kind, payload }) => decisions.has(kind) && payload["interpretation"] == null).length
}

/** How many of the requests have a turn. */
function requestsOf(events: readonly StoredEvent[], requests: readonly string[]): number {
  return events.filter(
    ({ kind, payload }) => kind === "TURN_OPENED" && requests.includes(String(payload["request"]))
  ).length
}

/** How a session ended, in what does not differ from one telling of it to the next. */
export function endingOf(host: Host, report: RunReport) {
  const { session_id: _session, usage: _usage, ...result } = report.envelope.data as Record<string, unknown>
  const closed = host
    .events(idOf(report))
    .filter(({ kind }) => kind === "TURN_CLOSED")
    .map(({ payload }) => payload)
  const text = JSON.stringify({ result, error: report.envelope.error?.code ?? null, closed })
  return JSON.parse(text.replaceAll(/I-[0-9a-f]{10}/g, "I").replaceAll(idOf(report), "S")) as unknown
}

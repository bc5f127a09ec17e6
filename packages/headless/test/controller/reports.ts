import { expect } from "vitest"
import type { RunReport, RunResult } from "../../src/index.ts"
import type { Host } from "./host.ts"

/** What a report says, in its own terms. */
export function resultOf({ envelope }: RunReport): RunResult {
  return envelope.data as unknown as RunResult
}

/** The session of a report that has one. */
export function idOf({ session_id }: RunReport): string {
  if (session_id === null) throw new Error("The run made no session.")
  return session_id
}

export function exitOf({ exit: { code, ending, closure } }: RunReport) {
  return [Number(code), ending, closure]
}

/** The run failed, and says by what. */
export function expectError(report: RunReport, code: string, context: object = {}): void {
  expect(exitOf(report)).toEqual([4, "HARNESS_ERROR", null])
  expect(report.envelope).toMatchObject({ ok: false, error: { code, context }, meta: { exit_code: 4 } })
}

/** The run closed without a result, for that cause. */
export function expectCancelled(report: RunReport, cause: string): void {
  expect(exitOf(report)).toEqual([1, "CLOSED_CANCELLED", "CLOSED_CANCELLED"])
  expect(resultOf(report)).toMatchObject({ stage: "CLOSED_CANCELLED", resume: null, deliverable: null })
  expect(report.envelope).toMatchObject({
    ok: false,
    error: { code: "CLOSED_CANCELLED", context: { cause } }
  })
}

/** The run was refused before a controller existed: recorded, published and closed. */
export function expectRefused(host: Host, report: RunReport, phase: string): void {
  expect(exitOf(report)).toEqual([0, "REFUSED", "REFUSED"])
  expect(resultOf(report)).toMatchObject({ stage: null, deliverable: null, resume: null })
  const id = idOf(report)
  const recorded = host.events(id).find(({ kind }) => kind === "PROTOCOL_REFUSED")?.payload
  expect(recorded).toMatchObject({ phase, text: resultOf(report).published })
  expect(host.file(id, "current.md")).toBe(`${resultOf(report).published}\n`)
  expect(host.kinds(id).slice(-3)).toEqual(["PROTOCOL_REFUSED", "OUTCOME_RECORDED", "TURN_CLOSED"])
  expect(JSON.parse(host.file(id, "turns/turn_001.json"))).toMatchObject({ status: "REFUSED" })
}

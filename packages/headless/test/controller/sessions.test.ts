import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import type { Host } from "./host.ts"
import { newHost } from "./new-host.ts"
import { exitOf, expectError } from "./reports.ts"
import { request, waiting } from "./situations.ts"
import { drafted, result } from "./taped.ts"

const whole = { turns: [{ ...drafted, EXECUTE: [result] }] }

/** The log with one line changed. */
function tamper(host: Host, id: string, change: (lines: string[]) => void): string {
  const path = join(host.root, id, "events.jsonl")
  const lines = readFileSync(path, "utf8").split("\n")
  change(lines)
  writeFileSync(path, lines.join("\n"))
  return readFileSync(path, "utf8")
}

describe("a session that cannot be had", () => {
  const ways: [string, (host: Host, sessionId: string) => Promise<Awaited<ReturnType<Host["run"]>>>][] = [
    ["run", (host, sessionId) => host.run({ request, sessionId })],
    ["resume", (host, sessionId) => host.resume({ sessionId })],
    ["answer", (host, sessionId) => host.answer({ sessionId, answer: "20" })],
    ["cancel", (host, sessionId) => host.cancel({ sessionId })]
  ]

  it.each(ways)(
    "because it is not there is SESSION_UNKNOWN for %s, and nothing is started",
    async (_name, way) => {
      const host = newHost({ tape: whole })
      expectError(await way(host, "S-none"), "SESSION_UNKNOWN", { session: "S-none" })
      expect([host.calls, host.sessions.list()]).toEqual([[], []])
    }
  )

  it.each(ways.filter(([name]) => name !== "answer"))(
    "because another process has it is SESSION_BUSY for %s, and worth another try",
    async (_name, way) => {
      const { host, id } = await waiting()
      const session = await host.sessions.open(id)
      const before = host.events(id)
      const report = await way(host.again(), id)
      expectError(report, "SESSION_BUSY")
      expect(report.envelope.error?.retryable).toBe(true)
      expect(host.events(id)).toEqual(before)
      await session.close()
    }
  )

  it.each(ways)(
    "because a line of its log is bad is SESSION_UNREADABLE for %s, and nothing is touched",
    async (_name, way) => {
      const { host, id } = await waiting()
      const log = tamper(host, id, (lines) => (lines[3] = lines[3]!.slice(0, -9)))
      expectError(await way(host.again(), id), "SESSION_UNREADABLE")
      expect(host.file(id, "events.jsonl")).toBe(log)
    }
  )

  it.each(ways)("because a newer program wrote it is SESSION_TOO_NEW for %s", async (_name, way) => {
    const { host, id } = await waiting()
    tamper(host, id, (lines) => (lines[3] = lines[3]!.replace('{"schema":1', '{"schema":2')))
    expectError(await way(host.again(), id), "SESSION_TOO_NEW", { schema: 2 })
  })

  it.each(ways.filter(([name]) => name !== "answer"))(
    "because its log is no history of a run is SESSION_UNREADABLE for %s, and says which event",
    async (_name, way) => {
      const { host, id } = await waiting()
      tamper(host, id, (lines) => {
        const at = lines.findIndex((line) => line.includes('"PLAN_PUBLISHED"'))
        lines[at] = lines[at]!.replace("-R1", "-R7")
      })
      const report = await way(host.again(), id)
      expectError(report, "SESSION_UNREADABLE")
      expect(report.envelope.error?.message).toContain("PLAN_PUBLISHED is not possible")
    }
  )

  it("at its end is cut and reported: a torn line was never acted on", async () => {
    const { host, id } = await waiting()
    const path = join(host.root, id, "events.jsonl")
    writeFileSync(path, '{"schema":1,"seq":', { flag: "a" })
    expect(host.sessions.view(id).tornBytes).toBe(18)
    expect(exitOf(await host.again().answer({ sessionId: id, answer: "20" }))[0]).toBe(0)
  })
})

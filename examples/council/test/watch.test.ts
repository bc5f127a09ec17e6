import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import type { ResponseEnvelope } from "@byhand/envelope"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { contractErrors } from "../../../packages/envelope/test/contract.ts"
import { DecisionStore } from "../src/decisions/store.ts"
import { InstalledCouncil } from "./support/installed-council.ts"

interface Line {
  readonly id?: string
  readonly status?: string
  readonly [member: string]: unknown
}

describe.each([4, 5] as const)("council decisions watch, on oclif %i", (major) => {
  let council: InstalledCouncil
  beforeAll(() => {
    council = new InstalledCouncil(major)
  })
  afterAll(() => council?.remove())

  it.concurrent("shows what there is, then each change, and ends in one envelope when it is interrupted", async () => {
    const home = await council.home("D-1", "D-2")
    // Somebody else's change, of another process: this one.
    const store = new DecisionStore(home.folder)
    const child = spawn(home.bin, ["decisions", "watch"], {
      env: home.env,
      stdio: ["ignore", "pipe", "inherit"]
    })
    const ended = new Promise((resolve) => child.once("close", resolve))
    const seen: Line[] = []
    for await (const text of createInterface({ input: child.stdout })) {
      const line = JSON.parse(text) as Line
      seen.push(line)
      if (line.id === "D-2") await store.propose({ title: "Sell the boat", id: "D-3" })
      if (line.id === "D-3") child.kill("SIGINT")
    }
    expect(await ended).toBe(130)
    expect(seen.slice(0, -1).map(({ id, status }) => [id, status])).toEqual([
      ["D-1", "proposed"],
      ["D-2", "proposed"],
      ["D-3", "proposed"]
    ])
    const last = seen.at(-1)
    expect(contractErrors(last as unknown as ResponseEnvelope)).toEqual([])
    expect(last).toMatchObject({
      ok: false,
      data: { partial: true },
      error: { code: "CANCELLED", context: { signal: "SIGINT" } },
      meta: { exit_code: 130, command: "decisions.watch", items_emitted: 3 }
    })
  })

  it.concurrent("ends by itself once all are shown, when that is all that is wanted", async () => {
    const home = await council.home("D-1", "D-2")
    const run = await home.agent("decisions", "watch", "--once", "--format", "json")
    expect(run.envelope.data).toMatchObject([{ id: "D-1" }, { id: "D-2" }])
    const { exitCode, screen } = await home.shown("decisions", "watch", "--once")
    const title = "Move the office to the lake"
    expect([exitCode, screen]).toEqual([0, `D-1  proposed  ${title}\nD-2  proposed  ${title}\n`])
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onlyDocument } from "../../../../examples/council/test/support/installed-council.ts"
import { entrySchema } from "../../../../packages/manifest/test/manifest-schema.ts"
import { envelopeOf } from "../support/envelope-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { Entry, GateHost } from "../support/gate-host.ts"
import { executedBy, OneProcess } from "../support/one-process.ts"

interface Case {
  readonly line: string
  readonly exit: number
  readonly deeds?: readonly string[]
  readonly data?: unknown
  readonly meta?: object
  readonly code?: string
  readonly context?: object
  readonly ownProcess?: true
}

const unconfirmed = { exit: 2, code: "CONFIRMATION_REQUIRED" }
const preview = { exit: 0, meta: { dry_run: true } }
const ran = { dry_run: false, confirmed: true }

const cases: readonly Case[] = [
  {
    line: "destroy D-1",
    ownProcess: true,
    ...unconfirmed,
    context: { would_affect: ["D-1", "D-1.log"], danger_level: "destructive" }
  },
  { line: "destroy D-1 --yes", exit: 2, code: "INVALID_ARGUMENTS" },
  { line: "destroy", exit: 2, code: "INVALID_ARGUMENTS" },
  { line: "destroy D-1 --region mars --confirm-destructive", exit: 2, code: "INVALID_ARGUMENTS" },
  { line: "destroy gone", exit: 5, code: "NOT_FOUND" },
  {
    line: "destroy D-1 --dry-run",
    ...preview,
    data: { effect: "would_delete", would_affect: ["D-1", "D-1.log"] }
  },
  { line: "destroy D-1 --dry-run --confirm-destructive", ...preview },
  {
    line: "destroy D-1 --confirm-destructive --region eu",
    ownProcess: true,
    exit: 0,
    deeds: ["destroyed D-1"],
    meta: ran,
    data: { effect: "deleted", id: "D-1", flags: ["confirm-destructive", "region"] }
  },
  { line: "own-dry-run D-1 --dry-run", ...preview, data: { effect: "would_delete", mine: true } },
  {
    line: "own-dry-run D-1",
    ...unconfirmed,
    context: { would_affect: ["D-1"], danger_level: "destructive" }
  },
  { line: "own-dry-run D-1 --confirm-destructive", exit: 0, deeds: ["destroyed D-1"], meta: ran },
  { line: "confirmed D-1", ...preview, data: { effect: "would_run", would_affect: ["D-1"] } },
  { line: "confirmed D-1 --really --dry-run", ...preview },
  { line: "confirmed D-1 --really", exit: 0, deeds: ["did D-1"], meta: ran },
  { line: "careful D-1", ...preview },
  { line: "careful D-1 --live", exit: 0, deeds: ["did D-1"], meta: ran },
  { line: "careful D-1 --live --dry-run", ...preview }
]

/** The flags that the entry of a command has, which the published schema describes. */
async function flagsOf(process: OneProcess, command: string): Promise<readonly string[]> {
  const { data } = onlyDocument((await process.call([command, "--schema"])).stdout, 0)
  expect(entrySchema(data), command).toBe(true)
  return Object.keys((data as unknown as { flags: object }).flags).toSorted()
}

// Each oclif is met with the launcher in some files of this folder, and without it in the others.
const hosts: readonly (readonly [4 | 5, Entry])[] = [
  [4, "launched"],
  [5, "plain"]
]

describe.each(hosts)("a command that changes something, in oclif %i with bin/%s.js", (major, entry) => {
  let host: GateHost
  let piped: OneProcess
  let shown: OneProcess
  beforeAll(async () => {
    host = fixtureHost(major, "contract-cli")
    piped = await OneProcess.offTerminal(host, executedBy(host, entry))
    shown = await OneProcess.atTerminal(host, executedBy(host, entry))
  })
  afterAll(async () => {
    await Promise.all([piped?.end(), shown?.end()])
    host?.remove()
  })

  /** One of many calls in one process. */
  const call = async (line: string, env: Record<string, string> = {}) => {
    const run = await piped.call(line.split(" "), env)
    return { ...run, envelope: envelopeOf(run.stdout) }
  }
  /** A call in a process of its own. */
  const start = async (line: string, env: Record<string, string> = {}) => {
    const run = await host.offTerminal(line.split(" "), { entry, env })
    return { ...run, envelope: envelopeOf(run.stdout) }
  }

  it.concurrent.each(cases)(
    "$line",
    async ({ line, exit, deeds = [], data, meta = {}, code, context, ownProcess = false }) => {
      const run = await (ownProcess ? start : call)(line)
      const { envelope } = run
      expect([run.exitCode, envelope.meta.exit_code, envelope.error?.code, run.deeds]).toEqual([
        exit,
        exit,
        code,
        deeds
      ])
      expect(envelope.meta).toMatchObject(meta)
      if (data !== undefined) expect(envelope.data).toEqual(data)
      if (context !== undefined) expect(envelope.error?.context).toEqual(context)
    }
  )

  it.concurrent("is never what an error advises a program to run, nor is what only a person may run", async () => {
    for (const [command, kept] of [
      ["tool reads --format json", true],
      ["other destroy D-1", true],
      ["tool --format json destroy D-1 --confirm-destructive", false],
      ["tool person D-1", false]
    ] as const) {
      const { exitCode, stdout } = await piped.call(["advises", command])
      const { error, warnings } = envelopeOf(stdout)
      expect([command, exitCode, error?.code, error?.fix_command]).toEqual([
        command,
        4,
        "NOT_READY",
        kept ? command : undefined
      ])
      expect(warnings.map(({ code }) => code)).toEqual(kept ? [] : ["FIX_COMMAND_DROPPED"])
    }
  })

  it.concurrent("is held to the same at a terminal", async () => {
    const refused = await shown.call(["destroy", "D-1"])
    expect([refused.exitCode, refused.deeds]).toEqual([2, []])
    expect(refused.screen).toMatch(/Error: tool destroy destroys something[^]*Add --confirm-destructive/)
    const done = await host.atTerminal(["destroy", "D-1", "--confirm-destructive"], { entry })
    expect([done.exitCode, done.deeds]).toEqual([0, ["destroyed D-1"]])
    const previewed = await shown.call(["careful", "D-1"])
    expect([previewed.exitCode, previewed.deeds, previewed.screen]).toEqual([
      0,
      [],
      expect.stringContaining("A preview: tool careful")
    ])
  })

  it.concurrent("has its flags in its entry, and in its help", async () => {
    expect(await flagsOf(piped, "destroy")).toEqual([
      "confirm-destructive",
      "dry-run",
      "idempotency-key",
      "region"
    ])
    expect(await flagsOf(piped, "careful")).toEqual(["dry-run", "idempotency-key", "live"])
    expect(await flagsOf(piped, "asks")).toEqual(["bare", "idempotency-key", "name", "yes"])
    expect(await flagsOf(piped, "fetches")).toEqual(["listen", "ms", "timeout"])
    expect(await flagsOf(piped, "person")).toEqual(["idempotency-key", "timeout", "yes"])
    const { screen } = await shown.call(["destroy", "--help"])
    for (const flag of ["--confirm-destructive", "--dry-run", "--idempotency-key=<value>"])
      expect(screen).toContain(flag)
  })

  describe("with --idempotency-key", () => {
    it("does it once, and gives the same result again", async () => {
      const env = { TOOL_DATA_DIR: `${host.root}/data-${entry}` }
      const first = await start("once D-1 --idempotency-key k1", env)
      const again = await call("once D-1 --idempotency-key=k1 --format json", env)
      expect([first.exitCode, first.deeds, again.exitCode, again.deeds]).toEqual([0, ["did D-1"], 0, []])
      expect(first.envelope.meta).not.toHaveProperty("idempotency_hit")
      expect(again.envelope.meta).toMatchObject({ idempotency_hit: true })
      expect(again.envelope.data).toEqual({ ...(first.envelope.data as object), effect: "noop" })

      const other = await call("once D-2 --idempotency-key k1", env)
      expect([other.exitCode, other.envelope.error?.code, other.deeds]).toEqual([
        6,
        "IDEMPOTENCY_KEY_REUSED",
        []
      ])
      expect((await call("once D-1 --idempotency-key k2", env)).deeds).toEqual(["did D-1"])
    })

    it("does it again after a failure, and not after it was cut off", async () => {
      const env = { TOOL_DATA_DIR: `${host.root}/data-${entry}-failing` }
      const failed = await call("once D-1 --fail --idempotency-key k1", env)
      expect([failed.exitCode, (await call("once D-1 --idempotency-key k1", env)).deeds]).toEqual([
        6,
        ["did D-1"]
      ])
      const died = await host.offTerminal("once D-1 --die --idempotency-key k2".split(" "), { entry, env })
      expect([died.exitCode, died.deeds]).toEqual([137, ["did D-1"]])
      const unknown = await call("once D-1 --die --idempotency-key k2", env)
      expect([unknown.exitCode, unknown.envelope.error?.code, unknown.deeds]).toEqual([
        6,
        "IDEMPOTENCY_UNKNOWN",
        []
      ])
    })

    it("does it once when two call at the same time", async () => {
      const env = { TOOL_DATA_DIR: `${host.root}/data-${entry}-two` }
      const line = "once D-1 --slow --idempotency-key k1"
      const runs = await Promise.all([start(line, env), start(line, env), start(line, env)])
      expect(runs.flatMap(({ deeds }) => deeds)).toEqual(["did D-1"])
      for (const { envelope } of runs.filter(({ exitCode }) => exitCode !== 0))
        expect([envelope.error?.code, envelope.error?.retryable]).toEqual(["IDEMPOTENCY_KEY_IN_USE", true])
    })

    it("asks the person again all the same, and then does nothing again", async () => {
      const env = { TOOL_DATA_DIR: `${host.root}/data-${entry}-person` }
      const line = ["person", "D-1", "--idempotency-key", "k1"]
      const first = await host.atTerminal(line, { entry, env, answers: ["D-1"] })
      const again = await host.atTerminal(line, { entry, env, answers: ["D-1"] })
      expect([first.exitCode, first.asked, first.deeds]).toEqual([0, 1, ["took D-1"]])
      expect([again.exitCode, again.asked, again.deeds]).toEqual([0, 1, []])
      const off = await call(line.join(" "), env)
      expect([off.exitCode, off.envelope.error?.code]).toEqual([4, "PERSON_REQUIRED"])
    })
  })

  describe("that goes over a network", () => {
    it.concurrent("ends with 10 when its --timeout is over", async () => {
      const run = await start("fetches --timeout 200ms")
      const { envelope } = run
      expect([run.exitCode, envelope.error?.code, envelope.error?.retryable, envelope.data]).toEqual([
        10,
        "TIMEOUT",
        true,
        null
      ])
      expect(envelope.meta).toMatchObject({ timeout_ms: 200, exit_code: 10 })
      const own = await start("slow-change")
      expect([own.exitCode, own.envelope.error?.retryable, own.envelope.data]).toEqual([
        10,
        false,
        { partial: true }
      ])
    })

    it.concurrent("lets a command that listens stop by itself", async () => {
      const run = await start("fetches --listen --timeout 0.2")
      expect([run.exitCode, run.envelope.error?.code, run.deeds]).toEqual([
        10,
        "TIMEOUT",
        ["stopped by TIMEOUT"]
      ])
    })

    it.concurrent("is not stopped in time, nor with --timeout 0; another value is refused", async () => {
      const inTime = await call("fetches --ms 10")
      expect([inTime.exitCode, inTime.envelope.meta]).toEqual([
        0,
        expect.objectContaining({ timeout_ms: 120_000 })
      ])
      const none = await call("fetches --ms 10 --timeout 0")
      expect([none.exitCode, Object.keys(none.envelope.meta)]).toEqual([
        0,
        expect.not.arrayContaining(["timeout_ms"])
      ])
      const wrong = await call("fetches --timeout soon")
      expect([wrong.exitCode, wrong.envelope.error?.code]).toEqual([2, "INVALID_ARGUMENTS"])
    })

    it.concurrent("does not count what a person takes to answer, and tells at a terminal that it was stopped", async () => {
      const { exitCode, screen, asked, deeds } = await host.atTerminal(
        ["person", "slow", "--timeout", "300ms"],
        {
          entry,
          answers: ["slow"]
        }
      )
      expect([exitCode, asked, deeds]).toEqual([10, 1, []])
      expect(screen).toContain("The command did not end within 300 ms")
    })
  })
})

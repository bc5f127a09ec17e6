import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Envelope, envelopeOf } from "../support/envelope-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { Entry, GateHost } from "../support/gate-host.ts"
import { executedBy, OneProcess } from "../support/one-process.ts"
import { shareOf } from "../support/share-of.ts"
import { stackIn } from "../support/stack-in.ts"

interface Ending {
  readonly exit: number
  readonly data?: unknown
  readonly code?: string
  readonly message?: string
}

const text = "x".repeat(10 * 1024 * 1024)

/** How a handler may end, and what the document says of it. */
const endings: Readonly<Record<string, Ending>> = {
  nothing: { exit: 0 },
  zero: { exit: 0, data: { value: 0 } },
  "empty-text": { exit: 0, data: { value: "" } },
  false: { exit: 0, data: { value: false } },
  list: { exit: 0, data: [1, "two"] },
  "ten-megabytes": { exit: 0, data: { text } },
  coloured: { exit: 0, data: { key: "red text" } },
  "exit-code": { exit: 9, data: { half: true }, code: "GENERAL_ERROR" },
  "this-exit-0": { exit: 0 },
  "this-exit-0-caught": { exit: 0 },
  "this-exit-3": {
    exit: 3,
    code: "GENERAL_ERROR",
    message: "The command ended with exit code 3 and gave no reason."
  },
  "this-exit-127": { exit: 1, code: "GENERAL_ERROR" },
  "this-error": { exit: 1, code: "GENERAL_ERROR", message: "it broke" },
  "this-error-7": { exit: 7, code: "NOT_YOURS", message: "not yours" },
  "typed-error": { exit: 5, code: "NO_SUCH_THING", message: "There is no thing" },
  "typed-2": { exit: 2, code: "BAD_DAY", message: "Not on Mondays" },
  string: { exit: 1, code: "GENERAL_ERROR", message: "a bare string" },
  undefined: { exit: 1, code: "GENERAL_ERROR" },
  frozen: { exit: 1, code: "GENERAL_ERROR", message: "frozen" },
  "strange-cause": { exit: 1, code: "GENERAL_ERROR", message: "outer" },
  "cause-loop": { exit: 1, code: "GENERAL_ERROR", message: "loop" },
  "named-SIGINT": { exit: 1, code: "GENERAL_ERROR", message: "SIGINT" },
  "module-not-found": { exit: 1, code: "ERR_MODULE_NOT_FOUND" },
  cli: { exit: 11, code: "GENERAL_ERROR", message: "plain" },
  "process-exit-0": { exit: 0 },
  "process-exit-5": { exit: 5, code: "GENERAL_ERROR" },
  "process-exit-127": { exit: 1, code: "GENERAL_ERROR" },
  rejection: { exit: 1, code: "GENERAL_ERROR", message: "nobody waits" },
  uncaught: { exit: 1, code: "GENERAL_ERROR", message: "in a callback" },
  never: { exit: 1, code: "GENERAL_ERROR" },
  "late-output": { exit: 0, data: { done: true } },
  "late-crash": { exit: 0, data: { done: true } }
}

/** What the end of a process has a part in, and each exit code once: these are met in a process of their own. */
const processEndings = new Set(
  `ten-megabytes exit-code this-exit-3 this-error-7 typed-2 cli process-exit-0 process-exit-5 process-exit-127
  rejection uncaught never late-output late-crash`.split(/\s+/u)
)
const others = Object.entries(endings).filter(([how]) => !processEndings.has(how))
const ofProcess = Object.entries(endings).filter(([how]) => processEndings.has(how))

function expectEnding(
  how: string,
  { exit, data = null, code, message }: Ending,
  { exitCode, stdout, stderr }: Readonly<Record<"stdout" | "stderr", string>> & { exitCode: unknown }
): void {
  const envelope = envelopeOf(stdout)
  expect([exitCode, envelope.meta.exit_code, envelope.ok], how).toEqual([exit, exit, exit === 0])
  expect(envelope.data, how).toEqual(data)
  expect(envelope.error?.code, how).toBe(code)
  if (message !== undefined) expect(envelope.error?.message).toBe(message)
  expect(stderr, how).toContain("said by the command\n")
  if (how !== "late-crash") expect(stackIn(stderr), stderr).toBeUndefined()
}

// The plugin alone is what most hosts have; one version of oclif is enough for the launcher, whose code it does not meet.
const hosts: readonly (readonly [4 | 5, Entry, number])[] = [
  [4, "plain", 0],
  [5, "plain", 1],
  [5, "launched", 2]
]

describe.each(hosts)(
  "an ordinary command of a host that lists the plugin, in oclif %i, with bin/%s.js",
  (major, entry, at) => {
    let host: GateHost
    let piped: OneProcess
    let shown: OneProcess
    beforeAll(async () => {
      host = fixtureHost(major, "envelope-cli")
      const executed = executedBy(host, entry)
      piped = await OneProcess.offTerminal(host, executed)
      shown = await OneProcess.atTerminal(host, executed)
      expect([piped.core, shown.core].every((core) => core.startsWith(`@oclif/core@${major}.`))).toBe(true)
    })
    afterAll(async () => {
      await Promise.all([piped?.end(), shown?.end()])
      host?.remove()
    })

    it.concurrent.each(shareOf(ofProcess, at, 3))(
      "leaves one document, which says the exit code, when its handler ends by %s",
      async (how, ending) => {
        expectEnding(how, ending, await host.offTerminal(["end", how], { entry }))
      }
    )

    it.concurrent.each(others)(
      "leaves one document, which says the exit code, when its handler ends in a process of many calls by %s",
      async (how, ending) => {
        expectEnding(how, ending, await piped.call(["end", how]))
      }
    )

    it.concurrent("states the facts of the call in meta", async () => {
      const before = Date.now()
      const first = await piped.call(["first"], { TOOL_TRACE_ID: "trace-7" })
      const second = await piped.call(["topic", "one"])
      const [one, two] = [envelopeOf(first.stdout).meta, envelopeOf(second.stdout).meta] as unknown as Meta[]
      expect(one).toMatchObject({
        contract: "command",
        exit_code: 0,
        // An alias is answered under the name that the manifest lists.
        command: "topic.one",
        tool_version: "1.2.3",
        schema_version: "1.0",
        trace_id: "trace-7"
      })
      expect([two?.command, two?.trace_id]).toEqual(["topic.one", undefined])
      expect(Number.isInteger(one?.duration_ms)).toBe(true)
      expect(Date.parse(one?.timestamp ?? "")).toBeGreaterThanOrEqual(before)
      expect(one?.request_id).not.toBe(two?.request_id)
      expect(one?.request_id.length).toBeGreaterThan(10)
    })

    it.concurrent("sends what it prints to stderr, and warns of what did not go through oclif", async () => {
      const { stdout, stderr } = await host.offTerminal(["prints"], { entry })
      const { data, warnings } = envelopeOf(stdout) as Envelope & { warnings: readonly object[] }
      expect(data).toEqual({ printed: 3 })
      expect(warnings).toEqual([
        {
          code: "THIRD_PARTY_STDOUT",
          message: expect.stringContaining("sent to stderr"),
          context: { text: "foreign red\nbytes" }
        }
      ])
      for (const line of ["own\n", "foreign ", "bytes\n", "careful"]) expect(stderr).toContain(line)
    })

    it.concurrent("leaves its base class its say, and keeps the exit code", async () => {
      const { exitCode, stdout, stderr } = await piped.call(["based"])
      expect([exitCode, envelopeOf(stdout).error?.message]).toEqual([6, "below a base class"])
      for (const line of ["base init", "base catch", "base finally"]) expect(stderr).toContain(line)
    })

    it.concurrent.each([
      ["CI", { CI: "1" }],
      ["NO_COLOR", { NO_COLOR: "" }],
      ["TOOL_FORMAT", { TOOL_FORMAT: "json" }]
    ] as const)("answers in an envelope at a terminal when %s says so", async (_, env) => {
      const { exitCode, screen } = await shown.call(["topic", "one"], env)
      expect(exitCode).toBe(0)
      expect(envelopeOf(`${screen.replaceAll("\n", "").trim()}\n`).data).toEqual({ one: true })
    })

    it.concurrent("shows a person at a terminal what oclif shows, with the same exit code", async () => {
      const cases = [
        [["end", "this-error"], 1, /Error: it broke/],
        [["end", "this-error-7"], 7, /Error: not yours[^]*Code: NOT_YOURS/],
        [["end", "typed-error"], 5, /Error: There is no thing/],
        [["end", "string"], 1, /a bare string/],
        [["line", "big", "x", "--regoin", "eu"], 2, /Nonexistent flag: --regoin[^]*Did you mean --region\?/],
        [["topci", "one"], 2, /topci one is not a command[^]*Did you mean `tool topic one`\?/]
      ] as const
      for (const [args, exit, says] of cases) {
        const { exitCode, screen } = await shown.call(args)
        expect([exitCode, screen]).toEqual([exit, expect.stringMatching(says)])
        expect(screen).not.toContain('"ok"')
        expect(stackIn(screen), screen).toBeUndefined()
      }
      const failed = await host.atTerminal(["end", "this-error-7"], { entry })
      expect([failed.exitCode, failed.screen]).toEqual([
        7,
        (await shown.call(["end", "this-error-7"])).screen
      ])
      const { exitCode, screen } = await shown.call(["prints"])
      expect([exitCode, screen]).toEqual([0, expect.stringMatching(/own\nforeign red\nbytes\n[^]*careful/)])
    })
  }
)

interface Meta {
  readonly command: string
  readonly duration_ms: number
  readonly request_id: string
  readonly timestamp: string
  readonly trace_id?: string
}

import { readFileSync } from "node:fs"
import { type PipedResult, runPiped, Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "./support/envelope-of.ts"
import type { Entry, GateHost } from "./support/gate-host.ts"
import { hostWith } from "./support/host-with.ts"
import { executedBy, OneProcess } from "./support/one-process.ts"
import { shareOf } from "./support/share-of.ts"
import { stackIn } from "./support/stack-in.ts"

type Ending = readonly [what: string, args: readonly string[], exit: number, code: string | null]

/** What concerns a person-only command. */
const personOnly: readonly Ending[] = [
  ["a refusal", ["plain", "D-1"], 4, "PERSON_REQUIRED"],
  ["a refusal of --yes, with a warning", ["plain", "D-1", "--yes"], 4, "PERSON_REQUIRED"],
  ["a missing argument", ["plain"], 2, "INVALID_ARGUMENTS"],
  ["an unknown flag", ["plain", "D-1", "--nonsense"], 2, "INVALID_ARGUMENTS"],
  ["an output format it does not know", ["plain", "D-1", "--format", "xml"], 2, "INVALID_ARGUMENTS"],
  ["an output format without a name", ["plain", "D-1", "--format"], 2, "INVALID_ARGUMENTS"],
  ["a parser that throws", ["throwing-argument", "D-1"], 2, "INVALID_ARGUMENTS"],
  ["a class that is not guarded as it should be", ["field-run", "D-1"], 1, "INVALID_DECLARATION"],
  ["a contract that does not declare it", ["undeclared", "D-1"], 1, "INVALID_DECLARATION"],
  ["its manifest entry", ["plain", "--schema"], 0, null]
]

/** What else may happen in a CLI. */
const anyCommand: readonly Ending[] = [
  ["a command that does not exist", ["nonsense"], 2, "UNKNOWN_COMMAND"],
  ["a command of a topic that does not exist", ["steps", "nonsense"], 2, "UNKNOWN_COMMAND"],
  ["control sequences in place of a command", ["\u001b[2Jno\r"], 2, "UNKNOWN_COMMAND"],
  ["a TypeError", ["type-error"], 1, "GENERAL_ERROR"],
  ["a thrown string", ["throws-string"], 1, "GENERAL_ERROR"],
  ["an error that nobody catches", ["fails-later"], 1, "GENERAL_ERROR"],
  ["a promise that never settles", ["never-ends"], 1, "GENERAL_ERROR"],
  ["process.exit(3) in the handler", ["exits", "3"], 3, "GENERAL_ERROR"],
  ["process.exit(13), which is Node's own code for another end", ["exits", "13"], 13, "GENERAL_ERROR"],
  ["process.exit(0) in the handler", ["exits", "0"], 0, null],
  [
    "a format it does not know, before the command",
    ["--format", "xml", "type-error"],
    2,
    "INVALID_ARGUMENTS"
  ],
  ["a handler that writes to stdout", ["talks"], 0, null],
  ["no command at all", [], 0, null],
  ["a topic alone", ["steps"], 0, null],
  ["--help", ["plain", "--help"], 0, null],
  ["--version", ["--version"], 0, null]
]

const endings = [...personOnly, ...anyCommand]
/** What the end of a process has a part in, and each exit code once: these are met in a process of their own. */
const processEndings = endings.filter(([what]) =>
  /never settles|nobody catches|process\.exit|a refusal$|a missing|writes to stdout/u.test(what)
)
const otherEndings = endings.filter((ending) => !processEndings.includes(ending))
const commands =
  `plain steps/take throwing-argument field-run undeclared json-flag large-result type-error throws-string
  fails-later never-ends exits talks works-on says-goodbye`.split(/\s+/u)

const leftBy = [
  ["a result", ["large-result"], 0],
  ["a refusal", ["plain", "D-1"], 4]
] as const
const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129]
] as const

function expectEnding(
  run: (Pick<PipedResult, "exitCode" | "stdout" | "stderr"> & { deeds: readonly string[] }) | undefined,
  exit: number,
  code: string | null
): void {
  const { exitCode, stdout = "", stderr = "", deeds } = run ?? {}
  const { ok, error, meta } = envelopeOf(stdout)
  expect({ exitCode, ok, code: error?.code ?? null, exit_code: meta.exit_code }).toEqual({
    exitCode: exit,
    ok: exit === 0,
    code,
    exit_code: exit
  })
  expect(stackIn(stderr)).toBeUndefined()
  expect(deeds).toEqual([])
}

describe.each([4, 5] as const)("in oclif %i", (major) => {
  let host: GateHost
  const piped: Partial<Record<Entry, OneProcess>> = {}
  beforeAll(async () => {
    host = await hostWith(major, commands)
    for (const entry of ["plain", "launched"] as const)
      piped[entry] = await OneProcess.offTerminal(host, executedBy(host, entry))
  })
  afterAll(async () => {
    await Promise.all(Object.values(piped).map((process) => process.end()))
    host?.remove()
  })

  // What the launcher adds has no part in most of them: each is made with it beside one oclif, and without it beside the other.
  describe("off a terminal stdout carries one document after", () => {
    describe.each<Entry>(["plain", "launched"])("with bin/%s.js", (entry) => {
      const turn = (entry === "plain" ? major : major + 2) % 4
      it.concurrent.each(shareOf(processEndings, turn, 4))("%s", async (_, args, exit, code) => {
        expectEnding(await host.offTerminal(args, { entry }), exit, code)
      })

      it.concurrent.each(otherEndings)("%s, in a process of many calls", async (_, args, exit, code) => {
        expectEnding(await piped[entry]?.call(args), exit, code)
      })
    })
  })

  /** Runs the command in a shell that does something with its stdout, and prints its exit code to stderr. */
  async function inShell(args: readonly string[], then: string) {
    const { env } = host.run()
    const script = `{ "$@"; echo exit $? >&2; } ${then}`
    return runPiped(["sh", "-c", script, "sh", ...host.command("launched", args)], { env, cwd: host.root })
  }

  // What becomes of the document's bytes, and of a signal, oclif has no part in: each is met beside one of them.
  if (major === 5) {
    it.concurrent("a reader that takes its time gets all of a document of 1 MiB", async () => {
      const { stdout, stderr } = await inShell(["large-result"], "| { sleep 1; cat; }")
      expect(stderr).toBe("exit 0\n")
      expect(envelopeOf(stdout).data).toEqual({ text: "x".repeat(1024 * 1024) })
    })

    it.concurrent("a full disk is told in one sentence, and the exit code is kept", async () => {
      const { stderr } = await inShell(["plain", "D-1"], ">/dev/full")
      expect(stderr).toMatch(
        /^The result could not be written to its output \(ENOSPC: .*\); this run ends with 4\.\nexit 4\n$/u
      )
    })

    it.concurrent("a command that listens to a signal itself decides how it ends", async () => {
      const { exitCode, stdout } = await interrupted(["says-goodbye"], "SIGINT")
      expect(exitCode).toBe(0)
      expect(envelopeOf(stdout).data).toEqual({ cleaned: true })
    })
  }

  it.concurrent.each(shareOf(leftBy, major))(
    "a reader that goes away does not change how %s ends",
    async (_, args, exit) => {
      expect((await inShell(args, "| head -c 1")).stderr).toBe(`exit ${exit}\n`)
    }
  )

  it.concurrent.each([
    ["a result", [], 0, { found: 2 }],
    ["a failure", ["--nonsense"], 2, { error: {} }]
  ] as const)(
    "with oclif's own --json stdout carries what oclif makes of %s, and no second document",
    async (_, flags, exit, printed) => {
      const { exitCode, stdout = "" } = { ...(await piped.launched?.call(["json-flag", "--json", ...flags])) }
      expect(JSON.parse(stdout)).toMatchObject(printed)
      expect(exitCode).toBe(exit)
    }
  )

  it.concurrent.each(shareOf(signals, major))(
    "%s in the middle of an ordinary command leaves one document",
    async (signal, exit) => {
      const { exitCode, stdout, stderr } = await interrupted(["works-on"], signal)
      expect(envelopeOf(stdout)).toMatchObject({
        data: { partial: true },
        error: { code: "CANCELLED", context: { signal } },
        meta: { exit_code: exit }
      })
      expect({ exitCode, stderr }).toEqual({ exitCode: exit, stderr: "working\n" })
    }
  )

  it.concurrent("at a terminal an error that nobody catches is told without a stack trace", async () => {
    const { env } = host.run()
    const terminal = Terminal.start(host.command("launched", ["fails-later"]), { env })
    expect((await terminal.ended).exitCode).toBe(1)
    expect(terminal.screen).toContain("TypeError: the callback failed")
    expect(stackIn(terminal.screen)).toBeUndefined()
  })

  it.concurrent("at a terminal a mistake on the line is told once", async () => {
    const { env } = host.run()
    const terminal = Terminal.start(host.command("launched", ["plain", "D-1", "D-2"]), { env })
    expect((await terminal.ended).exitCode).toBe(2)
    expect(terminal.screen.match(/Unexpected argument: D-2/gu)).toHaveLength(1)
  })

  /** Runs an ordinary command whose stdout is a file, and sends it a signal once it works. */
  async function interrupted(args: readonly string[], signal: NodeJS.Signals) {
    const { env } = host.run()
    const file = `${env.GATE_DEEDS}-stdout`
    const command = ["sh", "-c", 'exec "$@" >"$0"', file, ...host.command("launched", args)]
    const terminal = Terminal.start(command, { env })
    await terminal.waitFor("working")
    terminal.kill(signal)
    const { exitCode } = await terminal.ended
    return { exitCode, stdout: readFileSync(file, "utf8"), stderr: terminal.screen }
  }
})

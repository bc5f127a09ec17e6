import { openTerminal, personMark, Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { envelopeOf } from "./support/envelope-of.ts"
import type { Entry, GateHost } from "./support/gate-host.ts"
import { shareOf } from "./support/share-of.ts"
import { hostWith } from "./support/host-with.ts"

const mark = new RegExp(`(?:^|\n)${personMark}$`, "u")

/** How a document is asked for: before, between and after the words of the command, or by a variable. */
const lines: readonly (readonly [
  how: string,
  entry: Entry,
  args: readonly string[],
  env?: { readonly CI: string }
])[] = [
  ["--format json before the command", "launched", ["--format", "json", "steps", "take", "D-1"]],
  ["--format json inside the command", "launched", ["steps", "--format", "json", "take", "D-1"]],
  ["--format=json after the command", "launched", ["steps", "take", "--format=json", "D-1"]],
  ["--format json after the arguments", "launched", ["steps", "take", "D-1", "--format", "json"]],
  ["CI=1", "launched", ["steps", "take", "D-1"], { CI: "1" }],
  ["--format json, without the launcher", "plain", ["steps", "take", "--format", "json", "D-1"]]
]

const endings = [
  [
    "a mismatch",
    "D-2\r",
    {
      ok: false,
      data: null,
      error: { code: "ATTESTATION_MISMATCH", retryable: false },
      meta: { exit_code: 4 }
    },
    []
  ],
  [
    "Ctrl-C",
    "\u0003",
    {
      ok: false,
      data: null,
      error: { code: "CANCELLED", context: { signal: "SIGINT" } },
      meta: { exit_code: 130 }
    },
    []
  ],
  ["the right answer", "D-1\r", { ok: true, data: { done: "D-1" }, meta: { exit_code: 0 } }, ["plain D-1"]]
] as const

/**
 * Each line with two of the endings, which come after it is read: the one beside one oclif and the other beside the other, and
 * with another of the two streams apart from the person's terminal.
 */
const casesBeside = (major: 4 | 5) =>
  lines.flatMap(([how, entry, args, env], line) =>
    endings
      .filter((_, ending) => ending === (line + major) % endings.length)
      .map(([what, keys, envelope, done]) => {
        const apart = (line + major) % 2 === 0 ? "stdout" : "stderr"
        return [how, what, apart, { entry, args, env, keys, envelope, done }] as const
      })
  )

describe.each([4, 5] as const)("in oclif %i", (major) => {
  let host: GateHost
  beforeAll(async () => {
    host = await hostWith(major, ["steps take"])
  })
  afterAll(() => host?.remove())

  /** A run with one of its outputs on a terminal of its own. */
  function start(
    entry: Entry,
    args: readonly string[],
    apart: "stdout" | "stderr",
    extra: { readonly CI?: string } = {}
  ) {
    const { env, deeds } = host.run(extra)
    const other = openTerminal()
    const script = `exec "$@" ${apart === "stdout" ? 1 : 2}>"$0"`
    const terminal = Terminal.start(["sh", "-c", script, other.path, ...host.command(entry, args)], { env })
    const here = () => terminal.raw.replaceAll("\r\n", "\n")
    const there = () => other.output().replaceAll("\r\n", "\n")
    const [written, question] = apart === "stdout" ? [there, here] : [here, there]
    /** The document, once the program has ended: its other terminal is read on its own. */
    const document = async () => {
      await terminal.ended
      await vi.waitFor(() => expect(written()).toMatch(/\n$/u), { timeout: 20_000 })
      return envelopeOf(written())
    }
    const asked = () => vi.waitFor(() => expect(question()).toMatch(mark), { timeout: 20_000 })
    return { terminal, deeds, document, question, asked, close: () => other.close() }
  }

  it.concurrent.each(casesBeside(major))(
    "with %s stdout carries the document of %s alone, %s being another terminal than stdin",
    async (_how, _what, apart, one) => {
      const run = start(one.entry, one.args, apart, one.env)
      await run.asked()
      run.terminal.type(one.keys)
      const { exitCode } = await run.terminal.ended
      expect(await run.document()).toMatchObject(one.envelope)
      expect(exitCode).toBe(one.envelope.meta.exit_code)
      expect(run.question()).toContain("| Do the deed D-1?")
      expect(run.deeds()).toEqual(one.done)
      run.close()
    }
  )

  it.concurrent.each(shareOf(["plain", "launched"] as const, major))(
    "when the person's terminal goes away, stdout elsewhere still gets the document (bin/%s.js)",
    async (entry) => {
      const run = start(entry, ["steps", "take", "D-1", "--format", "json"], "stdout")
      await run.asked()
      run.terminal.hangUp()
      expect((await run.terminal.ended).exitCode).toBe(129)
      const envelope = {
        error: { code: "CANCELLED", context: { signal: "SIGHUP" } },
        meta: { exit_code: 129 }
      }
      expect(await run.document()).toMatchObject(envelope)
      expect(run.deeds()).toEqual([])
      run.close()
    }
  )
})

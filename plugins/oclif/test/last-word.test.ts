import { Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { answerAll } from "./support/answer-all.ts"
import { envelopeOf } from "./support/envelope-of.ts"
import type { Entry, GateHost } from "./support/gate-host.ts"
import { hostWith } from "./support/host-with.ts"
import { stackIn } from "./support/stack-in.ts"

interface Ending {
  readonly how: string
  /** What ends in the handler, once a person has answered. */
  readonly late: { readonly exit: number; readonly code: string | null }
  /** What ends in attestation(), where nothing may pass for a success. */
  readonly early: { readonly exit: number; readonly code: string }
}

const general = (exit: number) => ({ exit, code: "GENERAL_ERROR" })
const terminated = { exit: 143, code: "CANCELLED" }
const endings: readonly Ending[] = [
  { how: "process.exit(0)", late: { exit: 0, code: null }, early: general(1) },
  { how: "process.exit(3)", late: general(3), early: general(3) },
  { how: "an error that nobody catches", late: general(1), early: general(1) },
  {
    how: "a promise that never settles",
    late: general(1),
    early: { exit: 1, code: "ATTESTATION_FAILED" }
  },
  { how: "a SIGTERM", late: terminated, early: terminated }
]
const cases = endings.flatMap(({ how, late, early }) => [
  { how, where: "the handler", flags: [], asked: 1, deeds: ["plain D-1"], ...late },
  { how, where: "attestation()", flags: ["--early"], asked: 0, deeds: [], ...early }
])
/** Every ending beside each oclif: by oclif's own entry point beside the one, by the launcher beside the other. */
const casesBeside = (major: 4 | 5) =>
  cases.map((one, at) => {
    const isPlain = (Math.floor(at / 2) + at + major) % 2 === 0
    return { ...one, entry: isPlain ? ("plain" as const) : ("launched" as const) }
  })

describe.each([4, 5] as const)(
  "a person-only command with --format json at a terminal, in oclif %i",
  (major) => {
    let host: GateHost
    beforeAll(async () => {
      host = await hostWith(major, ["ends"])
    })
    afterAll(() => host?.remove())

    it.concurrent.each(casesBeside(major))(
      "leaves one document when $how ends it in $where, with bin/$entry.js",
      async ({ entry, how, flags, exit, code, asked, deeds }) => {
        const run = await atTerminal(entry, ["ends", "D-1", "--how", how, ...flags, "--format", "json"])
        const documents = run.shown.split("\n").filter((line) => line.startsWith("{"))
        expect(documents).toHaveLength(1)
        const { ok, error, meta } = envelopeOf(`${documents[0]}\n`)
        expect([run.exitCode, meta.exit_code, ok, error?.code ?? null]).toEqual([
          exit,
          exit,
          exit === 0,
          code
        ])
        expect([run.asked, run.deeds, stackIn(run.shown)]).toEqual([asked, deeds, undefined])
      }
    )

    async function atTerminal(entry: Entry, args: readonly string[]) {
      const { env, deeds } = host.run()
      const terminal = Terminal.start(host.command(entry, args), { env, cwd: host.root })
      const asked = await answerAll(terminal, ["D-1"])
      const { exitCode } = await terminal.ended
      return { exitCode, shown: terminal.raw.replaceAll("\r", ""), asked, deeds: deeds() }
    }
  }
)

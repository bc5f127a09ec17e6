import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { runPiped } from "@byhand/conformance"
import fc from "fast-check"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onlyDocument } from "../../../../examples/council/test/support/installed-council.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import {
  callAsProcess,
  callInProcess,
  ends,
  type FuzzCase,
  noises,
  processEnds
} from "../support/fuzz-case.ts"
import type { GateHost } from "../support/gate-host.ts"

interface End {
  readonly exit: number
  readonly stdout: string
}

/** How many calls are made beside each oclif, and from which seed: BYHAND_FUZZ_CALLS=10000 BYHAND_FUZZ_PROCESSES=500 is the long run. */
const calls = Number(process.env["BYHAND_FUZZ_CALLS"] ?? 1000)
const processes = Number(process.env["BYHAND_FUZZ_PROCESSES"] ?? 8)
const seed = Number(process.env["BYHAND_FUZZ_SEED"] ?? 20_261_202)
/** Each oclif meets calls of its own. */
const seedOf = (major: number) => seed + major

/** What is wrong with how a call ended, with all that it takes to see it again. */
function problemOf(fuzzCase: FuzzCase, { exit, stdout }: End): string | undefined {
  try {
    onlyDocument(stdout, exit)
    return undefined
  } catch (problem) {
    return `seed ${seed}, exit ${exit}: ${JSON.stringify(fuzzCase)}\n${(problem as Error).message.slice(0, 600)}`
  }
}

describe.each([4, 5] as const)(
  "whatever a call, a contract, a hook and a result are, in oclif %i",
  (major) => {
    let host: GateHost
    beforeAll(() => {
      host = fixtureHost(major, "fuzz-cli")
    })
    afterAll(() => host?.remove())

    it("knows each way to end that the fixture has", async () => {
      const ways = (await import(join(host.root, "lib", "ways.js"))) as Record<string, object>
      expect([ends, processEnds, noises]).toEqual(
        ["ends", "processEnds", "noises"].map((name) => Object.keys(ways[name] as object))
      )
    })

    it(`stdout is one valid envelope that says the exit code: ${calls} calls`, async () => {
      const cases = fc.sample(callInProcess, { seed: seedOf(major), numRuns: calls })
      const [casesFile, endsFile] = [join(host.root, "cases.json"), join(host.root, "ends.json")]
      writeFileSync(casesFile, JSON.stringify(cases))
      const { stderr, exitCode } = await runPiped(
        [process.execPath, "lib/run-each.js", casesFile, endsFile],
        {
          cwd: host.root,
          env: host.run().env,
          timeoutMs: 170_000
        }
      )
      expect([exitCode, stderr], `seed ${seed}`).toEqual([0, ""])
      const ended = JSON.parse(readFileSync(endsFile, "utf8")) as readonly End[]
      expect(ended).toHaveLength(calls)
      expect(
        cases
          .map((fuzzCase, at) => problemOf(fuzzCase, ended[at] as End))
          .filter(Boolean)
          .slice(0, 5)
      ).toEqual([])
    })

    it(`stdout is one valid envelope that says the exit code: ${processes} processes`, async () => {
      const cases = fc.sample(callAsProcess, { seed: seedOf(major), numRuns: processes })
      const problems: string[] = []
      const work = async () => {
        for (let fuzzCase = cases.pop(); fuzzCase !== undefined; fuzzCase = cases.pop()) {
          const env = { FUZZ_CASE: JSON.stringify(fuzzCase), TOOL_DATA_DIR: host.root }
          const { exitCode, stdout } = await host.offTerminal(fuzzCase.argv, { env })
          const problem = problemOf(fuzzCase, { exit: exitCode ?? -1, stdout })
          if (problem !== undefined) problems.push(problem)
        }
      }
      await Promise.all([work(), work()])
      expect(problems).toEqual([])
    })
  }
)

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onlyDocument } from "../../../../examples/council/test/support/installed-council.ts"
import { entrySchema, manifestSchema } from "../../../../packages/manifest/test/manifest-schema.ts"
import { envelopeOf } from "../support/envelope-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { Entry, GateHost } from "../support/gate-host.ts"
import { executedBy, OneProcess } from "../support/one-process.ts"

// Each oclif is met with the launcher in some files of this folder, and without it in the others.
const hosts: readonly (readonly [4 | 5, Entry])[] = [
  [4, "plain"],
  [5, "launched"]
]

describe.each(hosts)(
  "the global flags of a host that never heard of them, in oclif %i with bin/%s.js",
  (major, entry) => {
    let host: GateHost
    let piped: OneProcess
    let shown: OneProcess
    beforeAll(async () => {
      host = fixtureHost(major, "envelope-cli")
      piped = await OneProcess.offTerminal(host, executedBy(host, entry))
      shown = await OneProcess.atTerminal(host, executedBy(host, entry))
    })
    afterAll(async () => {
      await Promise.all([piped?.end(), shown?.end()])
      host?.remove()
    })

    /** One of many calls in one process. */
    const call = (line: string, env: Record<string, string> = {}) => piped.call(line.split(" "), env)

    it.concurrent("--format chooses how a result is written, anywhere on the line", async () => {
      const jsonl = /^\{"id":1,"name":"Ada"\}\n\{"id":2,"name":"Bo"\}\n\{"_summary":true,"_count":2,.*\}\n$/
      for (const [line, written] of [
        ["--format jsonl topic rows", jsonl],
        ["topic --format=jsonl rows", jsonl],
        ["topic rows --format tsv", /^id\tname\n1\tAda\n2\tBo\n$/],
        ["topic rows --format plain", /^1 Ada\n2 Bo\n$/]
      ] as const) {
        const { exitCode, stdout } = await host.offTerminal(line.split(" "), { entry })
        expect([line, exitCode, stdout]).toEqual([line, 0, expect.stringMatching(written)])
      }
    })

    it.concurrent("a failure is an envelope in jsonl, and told on stderr in tsv and plain", async () => {
      const jsonl = await call("end this-error-7 --format jsonl")
      expect([jsonl.exitCode, envelopeOf(jsonl.stdout).error?.code]).toEqual([7, "NOT_YOURS"])
      for (const format of ["tsv", "plain"]) {
        const { exitCode, stdout, stderr } = await call(`end this-error-7 --format ${format}`)
        expect([exitCode, stdout]).toEqual([7, format === "tsv" ? "" : "said by the command\n"])
        expect(stderr).toContain("Error: not yours")
      }
    })

    it.concurrent("TOOL_FORMAT is its default, and a wrong one is a warning", async () => {
      expect((await call("topic rows", { TOOL_FORMAT: "tsv" })).stdout).toMatch(/^id\tname\n/)
      const over = await call("topic rows --format json", { TOOL_FORMAT: "tsv" })
      expect(envelopeOf(over.stdout).ok).toBe(true)
      const wrong = envelopeOf((await call("topic rows", { TOOL_FORMAT: "xml" })).stdout)
      expect([wrong.ok, wrong.warnings.map(({ code }) => code)]).toEqual([true, ["UNKNOWN_FORMAT"]])
    })

    it.concurrent.each([
      "--format xml topic rows",
      "topic rows --format",
      "--format json topic rows --format tsv",
      "--format xml",
      "--help --format xml"
    ])("a format that is not valid is refused before anything is done: %s", async (line) => {
      const { exitCode, stdout } = await call(line)
      const { error } = envelopeOf(stdout)
      expect([exitCode, error?.code]).toEqual([2, "INVALID_ARGUMENTS"])
    })

    it.concurrent("--schema describes a command, or the host, and does nothing", async () => {
      for (const line of ["topic rows --schema", "--schema topic rows", "topic --print-schema rows --nope"]) {
        const { data } = onlyDocument((await call(line)).stdout, 0)
        expect(entrySchema(data), line).toBe(true)
        expect(data).toMatchObject({ description: "Rows, for the formats that have rows" })
      }
      expect(manifestSchema(onlyDocument((await call("--schema")).stdout, 0).data)).toBe(true)
    })

    it.concurrent("--output-schema describes the result of a command", async () => {
      const { data } = onlyDocument((await call("topic rows --output-schema")).stdout, 0)
      expect(data).toEqual({ type: "array", items: { type: "object" } })
      expect(onlyDocument((await call("--output-schema topic one")).stdout, 0).data).toEqual({})
      expect(onlyDocument((await call("--output-schema")).stdout, 2).error?.code).toBe("INVALID_ARGUMENTS")
    })

    it.concurrent("the help of every command shows them, and a command's own flag of such a name instead", async () => {
      for (const args of [
        ["topic", "rows", "--help"],
        ["first", "--help"]
      ]) {
        const { screen } = await shown.call(args)
        for (const flag of ["--format=<option>", "--non-interactive", "--schema", "--output-schema"])
          expect(screen).toContain(flag)
      }
      const { screen } = await shown.call(["own-format", "--help"])
      expect(screen).toContain("csv|json")
      expect(screen).not.toContain("jsonl")
    })

    it.concurrent("a command's own --format is its own, and read where it means the same", async () => {
      const csv = await call("own-format --format csv")
      expect(envelopeOf(csv.stdout).data).toEqual({ format: "csv" })
      const json = await call("own-format --format json", { TOOL_FORMAT: "plain" })
      expect(envelopeOf(json.stdout).data).toEqual({ format: "json" })
      const wrong = await call("own-format --format tsv")
      expect([wrong.exitCode, envelopeOf(wrong.stdout).error?.code]).toEqual([2, "INVALID_ARGUMENTS"])
      const check = await call("byhand check")
      expect(check.stderr).toMatch(/own-format: The command has its own --format/)
    })
  }
)

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { callsOf, type Texts } from "../../packages/manifest/test/calls-of-manifest.ts"
import type { ManifestResponse } from "../../packages/manifest/src/index.ts"
import { clis } from "./clis.mjs"
import { RealCli } from "./support/real-cli.ts"

const parseCalls = fileURLToPath(new URL("support/parse-calls.mjs", import.meta.url))

/** The plugin's own commands have flags that it adds at a call; council's test calls them. */
const isOwn = (path: string) => /^(?:byhand\..*|decisions\..*|mcp\.serve|manifest)$/.test(path)

const tried = clis.flatMap((cli) => (cli.calls === undefined ? [] : [{ cli, ...cli.calls }]))

describe.each(tried)(
  "an agent that has read nothing but the manifest of $cli.package",
  ({ cli, texts, chooseOne }) => {
    let wired: RealCli
    let scratch: string
    beforeAll(async () => {
      wired = new RealCli(cli)
      scratch = mkdtempSync(join(tmpdir(), "byhand-calls-"))
      await wired.wire("linked")
    })
    afterAll(() => {
      wired?.remove()
      rmSync(scratch, { recursive: true, force: true })
    })

    it("builds calls of every command that its parser takes, but where one of several flags is to be chosen", async () => {
      const { stdout } = await wired.run([cli.manifest], { format: "json" })
      const { commands } = (JSON.parse(stdout) as { data: ManifestResponse }).data
      const calls = Object.entries(commands)
        .filter(([path]) => !isOwn(path))
        .flatMap(([path, entry]) => callsOf(path, entry, texts as Texts).map((words) => ({ path, words })))
      const [lines, answer] = [join(scratch, "lines.json"), join(scratch, "read.json")]
      writeFileSync(lines, JSON.stringify(calls.map(({ words }) => words)))
      await runPiped([process.execPath, parseCalls, wired.root, lines, answer], {
        env: wired.env,
        cwd: scratch,
        timeoutMs: 240_000
      })
      const read = JSON.parse(readFileSync(answer, "utf8")) as [id: string | null, problem: string | null][]
      const wrong = read.flatMap(([id, problem], at) => {
        const { path = "", words = [] } = calls[at] ?? {}
        if (problem === null) return id === path.replaceAll(".", ":") ? [] : [`${words.join(" ")} is ${id}`]
        const isChoice = /Exactly one of|cannot also be provided/.test(problem)
        return isChoice && (chooseOne as readonly string[]).includes(path)
          ? []
          : [`${words.join(" ")}: ${problem}`]
      })
      expect(wrong).toEqual([])
      expect(read.length).toBe(calls.length)
    })
  }
)

import { execFile } from "node:child_process"
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { nodeOf, nodeVersions } from "../../scripts/nodes.mjs"
import { entriesOf, packages, root } from "./support/entries.ts"

const execute = promisify(execFile)
const specifiers = packages.flatMap(entriesOf).map(({ specifier }) => specifier)
const all = (words: string): string =>
  specifiers.map((specifier) => `${words}(${JSON.stringify(specifier)})`).join("\n")
let folder = ""
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "byhand-stranger-")))
  cpSync(join(import.meta.dirname, "fixtures/stranger"), folder, { recursive: true })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "all.mjs"), all("await import"))
  writeFileSync(join(folder, "all.cjs"), all("require"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each(nodeVersions)("all packages, installed in an empty project, on Node %s", (version) => {
  const node = nodeOf(version)
  const run = (...words: readonly string[]) =>
    execute(node ?? "", words, { cwd: folder, env: { PATH: process.env["PATH"], HOME: folder } })

  it.skipIf(node === undefined)("are imported by an ES module, and say nothing of it", async () => {
    expect(await run("all.mjs")).toEqual({ stdout: "", stderr: "" })
  })

  it.skipIf(node === undefined)("are required by a CommonJS module, and say nothing of it", async () => {
    // Node 20 and 22 say of every module that is required that this is an experiment.
    expect(await run("--disable-warning=ExperimentalWarning", "all.cjs")).toEqual({ stdout: "", stderr: "" })
  })

  it.skipIf(node === undefined)(
    "do what each is for: refuse an agent, ask a person, pause a run",
    async () => {
      const { stdout } = await run("use.mjs", join(folder, `runs-${version}`))
      expect(JSON.parse(stdout)).toEqual({
        node: version,
        attestation: {
          refused: { exitCode: 4, stdout: "Unavailable\n" },
          approved: { exitCode: 0, last: "Confirmed" }
        },
        oclif: {
          refused: { exitCode: 4, code: "PERSON_REQUIRED" },
          approved: { exitCode: 0, last: "Approved D-42." }
        },
        headless: { exits: [3, 0], waiting: 3 },
        exitCodes: { killed: 137, precondition: 4 },
        envelope: 4,
        manifest: { problems: 0, person: true, envelope: true }
      })
    }
  )
})

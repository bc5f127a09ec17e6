import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeLegacyHost } from "../../../scripts/legacy-host.mjs"

const ordinary = ["release", "list"]
/** How much of the package an ordinary command may read, in bytes: what Node compiles before it knows what it needs. */
const most = 44_000

describe("what a process loads of the package", () => {
  let folder = ""
  let plugin = ""
  const bins = { plugin: "", launcher: "" }

  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "byhand-loaded-")))
    const listed = makeLegacyHost(join(folder, "listed"), 4, { listed: true })
    plugin = join(listed.root, "node_modules/@byhand/oclif/dist")
    bins.plugin = listed.bin
    bins.launcher = makeLegacyHost(join(folder, "launched"), 4, { listed: true, launcher: "esm" }).bin
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** The modules of byhand's that ran, as the engine itself counts them: of either module system. */
  async function loaded(
    bin: string,
    args: readonly string[],
    env: Record<string, string> = {}
  ): Promise<{ readonly exitCode: number | null; readonly files: readonly string[] }> {
    const coverage = mkdtempSync(join(folder, "coverage-"))
    const home = join(folder, "home")
    mkdirSync(home, { recursive: true })
    const { exitCode } = await runPiped([process.execPath, bin, ...args], {
      env: { PATH: process.env["PATH"] ?? "", HOME: home, NODE_V8_COVERAGE: coverage, ...env }
    })
    const urls = readdirSync(coverage).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), "utf8")) as Coverage
      return result.map(({ url }) => url)
    })
    const files = urls
      .filter((url) => url.startsWith("file:"))
      .flatMap((url) => /\/@byhand\/(.+)$/.exec(fileURLToPath(url))?.[1] ?? [])
    return { exitCode, files: files.toSorted() }
  }

  it("is two small files for an ordinary command whose output is for a program", async () => {
    const { exitCode, files } = await loaded(bins.plugin, ordinary)
    expect([exitCode, files]).toEqual([0, ["oclif/dist/hooks.cjs", "oclif/dist/host.cjs"]])
    expect(size("host.cjs") + size("hooks.cjs")).toBeLessThan(most)
  })

  it("is the hooks alone for an ordinary command whose output is for a person", async () => {
    const { exitCode, files } = await loaded(bins.plugin, ordinary, { LEGACY_FORMAT: "plain" })
    expect([exitCode, files]).toEqual([0, ["oclif/dist/hooks.cjs"]])
  })

  it("is the launcher and the hooks for an ordinary command that the launcher starts", async () => {
    for (const env of [{}, { LEGACY_FORMAT: "plain" }]) {
      const { exitCode, files } = await loaded(bins.launcher, ordinary, env)
      const expected = ["oclif/dist/byhand-launch.cjs", "oclif/dist/hooks.cjs", "oclif/dist/run.js"]
      expect([exitCode, files]).toEqual([0, expected])
    }
    expect(size("byhand-launch.cjs") + size("hooks.cjs") + size("run.js")).toBeLessThan(most)
  })

  it("has nothing of the terminal's in it when a person-only command is refused", async () => {
    const { exitCode, files } = await loaded(bins.plugin, ["release", "accept", "R-1"])
    const expected = ["failure", "guard", "hooks", "host"].map((name) => `oclif/dist/${name}.cjs`)
    expect([exitCode, files]).toEqual([4, expected])
  })

  function size(file: string): number {
    return statSync(join(plugin, file)).size
  }
})

interface Coverage {
  readonly result: readonly { readonly url: string }[]
}

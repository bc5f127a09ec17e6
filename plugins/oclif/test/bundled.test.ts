import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runAsPerson, runPiped } from "@byhand/conformance"
import { build } from "esbuild"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onlyDocument } from "../../../examples/council/test/support/installed-council.ts"
import { hosts } from "../../../scripts/hosts.mjs"
import { coreOf } from "./support/core-of.ts"
import { shareOf } from "./support/share-of.ts"

const fixture = fileURLToPath(new URL("fixtures/bundled-cli", import.meta.url))

describe.each([4, 5] as const)("a host bundled into one file with oclif %i", (major) => {
  let folder = ""
  let deeds = ""
  let env: Record<string, string>

  beforeAll(async () => {
    const { root } = hosts().find((host) => host.major === major) ?? { root: "" }
    expect(await coreOf(root)).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
    // Bundled where the packages are, and run where none is.
    const source = mkdtempSync(join(root, "bundled-"))
    folder = mkdtempSync(join(tmpdir(), "bundled-"))
    cpSync(fixture, source, { recursive: true })
    await build({
      entryPoints: [join(source, "src", "index.js")],
      outfile: join(folder, "dist", "index.cjs"),
      bundle: true,
      platform: "node",
      format: "cjs",
      logLevel: "silent"
    })
    for (const name of ["package.json", "bin"])
      cpSync(join(fixture, name), join(folder, name), { recursive: true })
    rmSync(source, { recursive: true })
    deeds = join(folder, "deeds")
    env = {
      PATH: process.env["PATH"] ?? "",
      HOME: folder,
      OCLIF_DISABLE_ENGINE_WARNING: "1",
      GATE_DEEDS: deeds
    }
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const entries = ["launched", "plain"] as const
  const commands = ["accept", "declared"] as const
  const calls = entries.flatMap((entry) => commands.map((command) => [command, entry] as const))

  // Bundled, all are in one file: each command by one entry beside each oclif, and by the other beside the other.
  it.each(calls.filter((_, at) => (at + Math.floor(at / 2) + major) % 2 === 0))(
    "refuses %s off a terminal, and with no package beside it, through its %s entry",
    async (command, entry) => {
      const bin = join(folder, "bin", `${entry}.js`)
      const run = await runPiped([process.execPath, bin, command, "D-1", "--yes"], { env, stdin: "D-1\n" })
      const { error } = onlyDocument(run.stdout, 4)
      expect([run.exitCode, error?.code, existsSync(deeds)]).toEqual([4, "PERSON_REQUIRED", false])
      expect(error?.suggestion).toContain(`\`bundled ${command} D-1\``)
    }
  )

  it("asks the person at a terminal, and runs after the right answer only", async () => {
    for (const entry of shareOf(entries, major)) {
      const bin = join(folder, "bin", `${entry}.js`)
      const wrong = await runAsPerson(bin, ["accept", "D-1"], "D-2", { env })
      expect([wrong.exitCode, existsSync(deeds)], entry).toEqual([4, false])
      const right = await runAsPerson(bin, ["accept", "D-1"], "D-1", { env })
      expect(right.exitCode, entry).toBe(0)
      expect(readFileSync(deeds, "utf8")).toMatch(new RegExp(`^accepted D-1 @oclif/core@${major}\\..*\n$`))
      rmSync(deeds)
    }
  })
})

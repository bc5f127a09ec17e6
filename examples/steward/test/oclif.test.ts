import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { coreOf } from "../../../plugins/oclif/test/support/core-of.ts"
import { hosts } from "../../../scripts/hosts.mjs"
import { ran } from "./support/home.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

describe.each([4, 5] as const)("steward as it is published, on oclif %i", (major) => {
  const folder = mkdtempSync(join(tmpdir(), "steward-oclif-"))
  const program = join(folder, "steward")
  const steward = (...args: readonly string[]) =>
    runPiped([join(program, "bin/run.js"), ...args], {
      cwd: root,
      env: { PATH: process.env["PATH"], HOME: folder, STEWARD_HOME: join(folder, "home"), LANG: "C.UTF-8" }
    })

  beforeAll(async () => {
    const host = hosts().find((known) => known.major === major)
    expect(await coreOf(host?.root ?? "")).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
    // The packed packages, and nothing else that it could find: the worker has its own.
    symlinkSync(join(host?.root ?? "", "node_modules"), join(folder, "node_modules"))
    mkdirSync(program)
    for (const name of ["bin", "dist", "oclif.manifest.json", "package.json"])
      cpSync(join(root, name), join(program, name), { recursive: true })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("runs a task, and answers a mistake from the table of runs", async () => {
    const run = ["run", "--prompt", "Do it", "--review", "none", "--replay", "tasks/repaired.json"]
    const { exitCode, result } = ran(await steward(...run))
    expect([exitCode, result.closure]).toEqual([0, "CLOSED_SUCCESS"])
    const mistaken = ran(await steward("--format", "json", ...run, "--bogus"))
    expect([mistaken.exitCode, mistaken.envelope.error?.code]).toEqual([4, "INVALID_ARGUMENTS"])
  })

  it("answers every other command from the command table", async () => {
    const shown = await steward("show", "S-000000000000")
    expect([shown.exitCode, JSON.parse(shown.stdout)]).toMatchObject([5, { meta: { contract: "command" } }])
    expect((await steward("sho", "S-000000000000")).exitCode).toBe(2)
    const help = await steward("run", "--help")
    expect([help.exitCode, help.stderr]).toEqual([0, expect.stringContaining("$ steward run")])
  })
})

import { existsSync, lstatSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "../support/envelope-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { GateHost } from "../support/gate-host.ts"

/** Both ways in: the plugin in a host with oclif's own executable, and the launcher. */
describe.each([
  { major: 4, entry: "launched" },
  { major: 5, entry: "plain" }
] as const)("in oclif $major, $entry", ({ major, entry }) => {
  let host: GateHost
  beforeAll(() => void (host = fixtureHost(major, "mcp-cli")))
  afterAll(() => host?.remove())

  const call = async (...args: readonly string[]) => {
    const run = await host.offTerminal([...args, "--format", "json"], { entry })
    return { exitCode: run.exitCode, ...envelopeOf(run.stdout) }
  }
  const file = (name: string) => join(host.root, name)

  it("byhand:docs writes its section, finds it outdated and mends it, and keeps what is not its own", async () => {
    writeFileSync(file("real.md"), "# Mine\n")
    symlinkSync("real.md", file("AGENTS.md"))
    const missing = await call("byhand", "docs", "--check")
    expect([missing.exitCode, missing.error?.code]).toEqual([1, "DOCUMENT_OUTDATED"])
    expect(readFileSync(file("real.md"), "utf8")).toBe("# Mine\n")
    expect((await call("byhand", "docs")).data).toEqual({ file: "AGENTS.md", effect: "updated" })
    const text = readFileSync(file("real.md"), "utf8")
    expect(text).toMatch(/^# Mine\n\n<!-- byhand:start[\s\S]*`served person[ `][\s\S]*byhand:end -->\n$/)
    expect(lstatSync(file("AGENTS.md")).isSymbolicLink()).toBe(true)
    expect(await call("byhand", "docs", "--check")).toMatchObject({ exitCode: 0, data: { effect: "noop" } })
    writeFileSync(file("real.md"), `${text}<!-- byhand:end -->`)
    expect((await call("byhand", "docs")).error).toMatchObject({ code: "MARKS_UNCLEAR" })
  })

  it("byhand:docs begins a skill page, finds it outdated and mends it, and keeps what its author wrote", async () => {
    const skill = join("skills", "SKILL.md")
    const missing = await call("byhand", "docs", skill, "--check")
    expect([missing.exitCode, missing.error?.code]).toEqual([1, "DOCUMENT_OUTDATED"])
    expect(existsSync(file(skill))).toBe(false)
    expect((await call("byhand", "docs", skill)).data).toEqual({ file: skill, effect: "created" })
    const written = readFileSync(file(skill), "utf8")
    expect(written).toMatch(/^---\nname: served\ndescription: .+\n---\n\n<!-- byhand:start/)
    expect(await call("byhand", "docs", skill, "--check")).toMatchObject({ data: { effect: "noop" } })
    const byAuthor = written.replace(/^description: .+$/m, "description: Serves what I like.")
    writeFileSync(file(skill), byAuthor.replace("served person", "served nobody"))
    const outdated = await call("byhand", "docs", skill, "--check")
    expect(outdated.error).toMatchObject({ code: "DOCUMENT_OUTDATED", context: { file: skill } })
    expect(outdated.error?.fix_required).toBe(`Run served byhand docs ${skill} and commit the file`)
    expect(readFileSync(file(skill), "utf8")).toContain("served nobody")
    expect((await call("byhand", "docs", skill)).data).toEqual({ file: skill, effect: "updated" })
    expect(readFileSync(file(skill), "utf8")).toBe(byAuthor)
  })

  it("byhand:diff says what changed since a manifest was saved, and ends with 1 when it breaks an agent", async () => {
    const saved = await host.offTerminal(["manifest", "--format", "json"], { entry })
    writeFileSync(file("before.json"), saved.stdout)
    expect(await call("byhand", "diff", "before.json")).toMatchObject({
      exitCode: 0,
      data: { breaking: false, changes: [] }
    })
    const gone = file("commands/echo.js")
    expect(existsSync(gone)).toBe(true)
    renameSync(gone, file("echo.js.gone"))
    const broken = await call("byhand", "diff", "before.json")
    expect([broken.exitCode, broken.error?.code]).toEqual([1, "BREAKING_CHANGE"])
    expect(broken.error?.context?.["changes"]).toEqual([
      {
        kind: "command-removed",
        command: "echo",
        path: "/commands/echo",
        breaking: true,
        message: "echo is gone."
      }
    ])
    renameSync(file("echo.js.gone"), gone)
    writeFileSync(file("no.json"), '{"schema_version":"3.18"}')
    expect((await call("byhand", "diff", "no.json")).error?.code).toBe("INVALID_MANIFEST")
    expect(await call("byhand", "diff", "nowhere.json")).toMatchObject({
      exitCode: 5,
      error: { code: "MANIFEST_NOT_FOUND" }
    })
  })
})

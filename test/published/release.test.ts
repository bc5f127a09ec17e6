import { execFile } from "node:child_process"
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { packages } from "./support/entries.ts"

const tree = join(import.meta.dirname, "../..")
const execute = promisify(execFile)

const folderOf = (name: string): string =>
  name === "@byhand/oclif" ? "plugins/oclif" : `packages/${name.slice(8)}`

describe("a release", () => {
  let folder = ""
  let changesets: readonly string[] = []
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "byhand-release-"))
    const { stdout } = await execute(
      "git",
      ["ls-files", "*package.json", ".changeset", "pnpm-workspace.yaml"],
      {
        cwd: tree
      }
    )
    for (const path of stdout
      .trim()
      .split("\n")
      .filter((name) => !name.includes("fixtures")))
      cpSync(join(tree, path), join(folder, path))
    // Also right after a release there is one.
    const sentence = '---\n"@byhand/exit-codes": patch\n---\n\nName the release.\n'
    writeFileSync(join(folder, ".changeset/the-next.md"), sentence)
    changesets = readdirSync(join(folder, ".changeset"))
      .filter((name) => name.endsWith(".md"))
      .map((name) => readFileSync(join(folder, ".changeset", name), "utf8"))
    const git = (...args: string[]) =>
      execute("git", ["-c", "user.name=byhand", "-c", "user.email=byhand@example.com", ...args], {
        cwd: folder
      })
    await git("init", "--quiet", "--initial-branch=main")
    await git("add", "--all")
    await git("commit", "--quiet", "--message", "Everything so far")
    await execute(process.execPath, [join(tree, "node_modules/@changesets/cli/bin.js"), "version"], {
      cwd: folder
    })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it("gives all packages one and the same next version", () => {
    const versions = packages.map((name) => {
      const [old, next] = [tree, folder].map((root) => {
        const text = readFileSync(join(root, folderOf(name), "package.json"), "utf8")
        return (JSON.parse(text) as { readonly version: string }).version
      })
      expect(next).not.toBe(old)
      return next
    })
    expect(new Set(versions).size).toBe(1)
  })

  it("gives each package a changelog with what every changeset says of it", () => {
    for (const changeset of changesets) {
      const [, names = "", text = ""] = /^---\n(.*?)---\n\s*(.+?)\s*$/s.exec(changeset) ?? []
      const [sentence = ""] = text.split("\n")
      for (const [, name = ""] of names.matchAll(/"(.+?)":/g)) {
        const changelog = readFileSync(join(folder, folderOf(name), "CHANGELOG.md"), "utf8")
        expect(changelog).toContain(sentence)
      }
    }
  })

  it("leaves no changeset behind", () => {
    expect(readdirSync(join(folder, ".changeset")).filter((name) => name.endsWith(".md"))).toEqual([])
  })
})

describe("the workflows", () => {
  const workflows = readdirSync(join(tree, ".github/workflows")).map((name) => {
    return { name, text: readFileSync(join(tree, ".github/workflows", name), "utf8") }
  })

  it.each(workflows)("$name names each action by its digest, with its version beside it", ({ text }) => {
    const uses = text.split("\n").filter((line) => /\buses:/.test(line))
    expect(uses.length).toBeGreaterThan(0)
    for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it.each(workflows)(
    "$name gives nothing to everybody, and each job what it needs and a time limit",
    ({ text }) => {
      expect(text).toMatch(/^permissions: \{\}$/m)
      const [, jobs = ""] = text.split(/^jobs:$/m)
      const all = jobs.split(/^ {2}(?=[\w-]+:$)/m).slice(1)
      expect(all.length).toBeGreaterThan(0)
      for (const job of all) {
        expect(job).toMatch(/^ {4}timeout-minutes: \d+$/m)
        expect(job).toMatch(/^ {4}permissions:\n {6}\w/m)
      }
    }
  )

  it("lets nothing be published without a person's approval", () => {
    for (const { text } of workflows)
      expect(text).not.toMatch(/npm publish|changeset publish|pnpm publish|TOKEN: \$\{\{ secrets/)
    const release = workflows.find(({ name }) => name === "release.yml")?.text ?? ""
    expect(release).toMatch(/environment: npm\n[^]*stage-release\.mjs/)
  })
})

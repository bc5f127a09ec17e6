import { execFileSync } from "node:child_process"
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

const root = fileURLToPath(new URL("../../..", import.meta.url))
const folders = ["packages", "plugins", "examples"].flatMap((kind) =>
  readdirSync(join(root, kind)).map((name) => join(kind, name))
)
const published = folders
  .map((folder) => join(folder, "package.json"))
  .filter((path) => existsSync(join(root, path)))
const majorsIn = (at: string) =>
  published.map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(at, path), "utf8")) as Record<string, string>
    return `${name} ${version?.split(".")[0]}`
  })

let copy = ""
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), "byhand-release-"))
  for (const path of ["package.json", "pnpm-workspace.yaml", ".changeset/config.json", ...published])
    cpSync(join(root, path), join(copy, path), { recursive: true })
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

describe("a release", () => {
  it("with something new in one package makes no package break with its users", () => {
    for (const name of ["conformance", "attestation", "oclif"])
      writeFileSync(join(copy, `.changeset/${name}.md`), `---\n"@byhand/${name}": minor\n---\n\nSay more.\n`)
    const changeset = join(root, "node_modules/.bin/changeset")
    execFileSync(changeset, ["version"], { cwd: copy, shell: process.platform === "win32" })
    expect(majorsIn(copy)).toEqual(majorsIn(root))
    expect(readdirSync(join(copy, ".changeset"))).toEqual(["config.json"])
  })
})

import { execFileSync } from "node:child_process"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import { packages, root, tarballOf } from "./support/entries.ts"

interface Metadata {
  readonly description: string
  readonly keywords: readonly string[]
  readonly license: string
  readonly repository: { readonly url: string; readonly directory: string }
  readonly engines: { readonly node: string }
  readonly files: readonly string[]
  readonly type: string
  readonly sideEffects: unknown
  readonly exports: Record<string, string | { readonly types: string; readonly default: string }>
  readonly publishConfig: { readonly access: string }
  readonly dependencies?: Record<string, string>
  readonly scripts?: Record<string, string>
}

const tree = join(import.meta.dirname, "../..")

describe.each(packages)("the package.json of %s", (name) => {
  const folder = join(root, "node_modules", name)
  const read = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Metadata

  it("says what it is, for whom, under which license, and where it is made", () => {
    expect(read.description).toMatch(/^[A-Z].{30,110}[^.]$/)
    expect(read.keywords).toEqual(expect.arrayContaining(["agent"]))
    expect(read.keywords.length).toBeGreaterThan(3)
    expect(read.license).toBe("MIT")
    expect(read.repository.url).toMatch(/^git\+https:\/\//)
    expect(
      JSON.parse(readFileSync(join(tree, read.repository.directory, "package.json"), "utf8"))
    ).toMatchObject({ name })
  })

  it("says on which Node it runs, what of it has effects when it is imported, and that everybody may install it", () => {
    expect(read.engines).toEqual({ node: ">=20.19" })
    expect(read.sideEffects).toEqual(name === "@byhand/oclif" ? ["./dist/*.cjs"] : false)
    expect(read.type).toBe("module")
    expect(read.publishConfig).toEqual({ access: "public" })
  })

  it("gives its users exact or open versions of what it depends on, and runs nothing when it is installed", () => {
    for (const range of Object.values(read.dependencies ?? {})) expect(range).toMatch(/^[\^~]?\d+\.\d+\.\d+$/)
    const atInstall = ["preinstall", "install", "postinstall", "prepare"]
    expect(Object.keys(read.scripts ?? {}).filter((script) => atInstall.includes(script))).toEqual([])
  })

  it("exports only files that are there, the types first", () => {
    for (const target of Object.values(read.exports)) {
      const files = typeof target === "string" ? [target] : Object.values(target)
      for (const file of files) expect(existsSync(join(folder, file)), file).toBe(true)
      if (typeof target !== "string") expect(Object.keys(target)[0]).toBe("types")
    }
  })
})

describe.each(packages)("the tarball of %s", (name) => {
  const folder = join(root, "node_modules", name)
  let files: readonly string[] = []
  beforeAll(() => {
    const listed = execFileSync("tar", ["-tzf", tarballOf(name)], { encoding: "utf8" })
    files = listed
      .trim()
      .split("\n")
      .map((path) => path.replace(/^package\//, ""))
  })

  it("has a README, the license, what `files` lists, and nothing else", () => {
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "package.json"]))
    const listed = (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Metadata).files
    // The changelog is made with the first release.
    expect(listed).toContain("CHANGELOG.md")
    const tops = new Set(files.map((path) => path.split("/")[0]))
    const allowed = ["README.md", "LICENSE", "package.json", ...listed]
    expect([...tops].filter((top) => !allowed.includes(top ?? ""))).toEqual([])
  })

  it("has no tests, no sources, and no source map or a reference to one", () => {
    const modules = files.filter((path) => /\.[cm]?[jt]s$/.test(path))
    expect(modules.length).toBeGreaterThan(0)
    expect(files.filter((path) => /\.map$|\.test\.|(^|\/)(test|src)\//.test(path))).toEqual([])
    expect(modules.filter((path) => /(?<!\.d)\.[cm]?ts$/.test(path))).toEqual([])
    const pointing = modules.filter((path) =>
      readFileSync(join(folder, path), "utf8").includes("sourceMappingURL=")
    )
    expect(pointing).toEqual([])
  })
})

it("every published folder is tested as a package", () => {
  const folders = ["packages", "plugins"].flatMap((kind) => readdirSync(join(tree, kind)))
  expect(packages.map((name) => name.slice("@byhand/".length)).toSorted()).toEqual(folders.toSorted())
})

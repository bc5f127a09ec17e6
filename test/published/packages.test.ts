import { execFile } from "node:child_process"
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core"
import { publint } from "publint"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { entriesOf, neededBy, packages, root, tarballOf } from "./support/entries.ts"
import { surfaces } from "./support/surface.ts"

const tree = join(import.meta.dirname, "../..")
const tool = (name: string): string => join(tree, "node_modules/.bin", name)
const specifiersOf = (name: string) => entriesOf(name).map(({ specifier }) => specifier)
const surfaceOf = surfaces(packages.flatMap(entriesOf).map(({ types }) => types))

describe.each(packages)("%s, as it is published", (name) => {
  const tarball = readFileSync(tarballOf(name))

  it("has nothing publint objects to", async () => {
    const { buffer, byteOffset, byteLength } = tarball
    const pack = { tarball: buffer.slice(byteOffset, byteOffset + byteLength) }
    expect((await publint({ pack, level: "warning", strict: true })).messages).toEqual([])
  })

  it("gives every way of importing it the right types", async () => {
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
    if (!analysis.types) throw new Error(`${name} has no types.`)
    // A package of ES modules promises nothing to who resolves as Node 10 did, or requires it under TypeScript's node16.
    const promised = analysis.problems.filter(
      (problem) => !("resolutionKind" in problem && /^node(10|16-cjs)$/.test(problem.resolutionKind))
    )
    expect(promised).toEqual([])
  })

  it("exports what the file of its surface says", async () => {
    const surface = entriesOf(name).map(({ specifier, types }) => `# ${specifier}\n\n${surfaceOf(types)}`)
    await expect(surface.join("\n")).toMatchFileSnapshot(`surface/${basename(name)}.txt`)
  })
})

describe("each package, alone in an empty project,", () => {
  let folder = ""
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "byhand-alone-")))
    for (const name of packages) installAlone(name, join(folder, name))
    // A program knows the types of Node from beside its configuration.
    mkdirSync(join(folder, "node_modules/@types"), { recursive: true })
    symlinkSync(join(root, "node_modules/@types/node"), join(folder, "node_modules/@types/node"))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each(packages)(
    "is imported by an ES module, required by a CommonJS one, and says nothing of it: %s",
    async (name) => {
      const project = join(folder, name)
      const calls = specifiersOf(name).map((specifier) => JSON.stringify(specifier))
      const required = calls.map((specifier) => `require(${specifier})`)
      writeFileSync(join(project, "all.cjs"), required.join("\n"))
      const imported = calls.map((specifier) => `await import(${specifier})`)
      writeFileSync(join(project, "all.mjs"), `${imported.join("\n")}\nimport "./all.cjs"\n`)
      const quiet = ["--disable-warning=ExperimentalWarning", "all.mjs"]
      expect(await run(process.execPath, quiet, project)).toEqual({ exitCode: 0, output: "" })
    }
  )

  it("says how a run ended where Effect is not installed: @byhand/headless/report", async () => {
    const project = join(folder, "without-effect")
    installAlone("@byhand/headless", project)
    rmSync(join(project, "node_modules/effect"))
    const imports = (specifier: string) =>
      run(process.execPath, ["--input-type=module", "--eval", `await import("${specifier}")`], project)
    expect(await imports("@byhand/headless/report")).toEqual({ exitCode: 0, output: "" })
    expect((await imports("@byhand/headless")).output).toContain("Cannot find package 'effect'")
  })

  // One compiler for all projects: each finds only its own packages, and what they all share, such as the libraries, is checked once.
  it.each(["nodenext", "bundler"])("has types that hold under moduleResolution %s", async (resolution) => {
    const files = packages.map((name) => {
      const specifiers = specifiersOf(name)
      const imports = specifiers.map((specifier, at) => `import * as entry${at} from "${specifier}"`)
      const used = specifiers.map((_, at) => `entry${at}`)
      const text = `${imports.join("\n")}\nexport const all = [${used.join(", ")}]\n`
      writeFileSync(join(folder, name, "all.mts"), text)
      return `${name}/all.mts`
    })
    const compilerOptions = {
      module: resolution === "bundler" ? "esnext" : resolution,
      moduleResolution: resolution,
      target: "es2023",
      lib: ["es2023", "dom"],
      types: ["node"],
      strict: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: false,
      noEmit: true
    }
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
    expect(await run(tool("tsc"), ["-p", folder], folder)).toEqual({ exitCode: 0, output: "" })
  })
})

/** Makes a project that has a package, what it says that it needs, the types of Node, and nothing else. */
function installAlone(name: string, project: string): void {
  const from = join(root, "node_modules")
  const modules = join(project, "node_modules")
  cpSync(join(from, name), join(modules, name), { recursive: true })
  for (const needed of [...neededBy(name), "@types/node"]) {
    mkdirSync(dirname(join(modules, needed)), { recursive: true })
    symlinkSync(join(from, needed), join(modules, needed))
  }
}

async function run(
  program: string,
  args: readonly string[],
  cwd: string
): Promise<{ readonly exitCode: number; readonly output: string }> {
  const options = { cwd, env: { PATH: process.env["PATH"], HOME: process.env["HOME"] } }
  try {
    const { stdout, stderr } = await promisify(execFile)(program, args, options)
    return { exitCode: 0, output: stdout + stderr }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { exitCode: code, output: stdout + stderr }
  }
}

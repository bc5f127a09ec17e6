import { execFile } from "node:child_process"
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { entriesOf, neededBy, packages, root, tarballOf } from "./support/entries.ts"
import { surfaces } from "./support/surface.ts"

const tree = join(import.meta.dirname, "../..")
const tool = (name: string): string => join(tree, "node_modules/.bin", name)
const surfaceOf = surfaces(packages.flatMap(entriesOf).map(({ types }) => types))

describe.each(packages)("%s, as it is published", (name) => {
  const tarball = tarballOf(name)

  it("has nothing publint objects to", async () => {
    expect(await run(tool("publint"), [tarball, "--strict"], tree)).toMatchObject({ exitCode: 0 })
  })

  it("gives every way of importing it the right types", async () => {
    const args = [tarball, "--profile", "esm-only", "--no-color", "--no-emoji"]
    expect(await run(tool("attw"), args, tree)).toMatchObject({ exitCode: 0 })
  })

  it("exports what the file of its surface says", async () => {
    const surface = entriesOf(name).map(({ specifier, types }) => `# ${specifier}\n\n${surfaceOf(types)}`)
    await expect(surface.join("\n")).toMatchFileSnapshot(`surface/${basename(name)}.txt`)
  })
})

describe.each(packages)("%s, alone in an empty project", (name) => {
  let folder = ""
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "byhand-alone-")))
    installAlone(name, join(folder, "node_modules"))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const specifiers = entriesOf(name).map(({ specifier }) => specifier)

  it("is imported by an ES module, required by a CommonJS one, and says nothing of it", async () => {
    const calls = specifiers.map((specifier) => JSON.stringify(specifier))
    const required = calls.map((specifier) => `require(${specifier})`)
    writeFileSync(join(folder, "all.cjs"), required.join("\n"))
    const imported = calls.map((specifier) => `await import(${specifier})`)
    writeFileSync(join(folder, "all.mjs"), `${imported.join("\n")}\nimport "./all.cjs"\n`)
    const quiet = ["--disable-warning=ExperimentalWarning", "all.mjs"]
    expect(await run(process.execPath, quiet, folder)).toEqual({ exitCode: 0, output: "" })
  })

  it.each(["nodenext", "bundler"])("has types that hold under moduleResolution %s", async (resolution) => {
    const imports = specifiers.map((specifier, at) => `import * as entry${at} from "${specifier}"`)
    const used = specifiers.map((_, at) => `entry${at}`)
    writeFileSync(join(folder, "all.mts"), `${imports.join("\n")}\nexport const all = [${used.join(", ")}]\n`)
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
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["all.mts"] }))
    expect(await run(tool("tsc"), ["-p", folder], folder)).toEqual({ exitCode: 0, output: "" })
  })
})

/** Puts a package into an empty node_modules, with what it says that it needs, the types of Node, and nothing else. */
function installAlone(name: string, modules: string): void {
  const from = join(root, "node_modules")
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

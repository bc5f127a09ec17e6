import { execFileSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"

/** An example of a doc comment, and what it printed when it ran. */
export interface DocumentedExample {
  readonly where: string
  /** The `// …` comments at the ends of its lines. */
  readonly promised: readonly string[]
  readonly printed: readonly string[]
}

interface ExampleCode {
  readonly where: string
  readonly code: string
}

const root = fileURLToPath(new URL("../../../", import.meta.url))
const fence = "----- next example -----"

/**
 * Runs every `@example` of a package's sources, in one process of their own, against the sources as they are now. A line that
 * prints says what it prints: `console.log(x) // this`. What the pages show is run by test/docs.
 */
export async function runDocumentedExamples(packageName: string): Promise<readonly DocumentedExample[]> {
  const folder = folderOf(packageName)
  const examples = exampleCode(packageName)
  const work = mkdtempSync(join(tmpdir(), "byhand-examples-"))
  try {
    const entryPoints = examples.map(({ code }, index) => {
      const file = join(work, `example-${index}.ts`)
      writeFileSync(file, code)
      return file
    })
    await build({
      entryPoints,
      bundle: true,
      splitting: true,
      platform: "node",
      format: "esm",
      outdir: join(work, "out"),
      outExtension: { ".js": ".mjs" },
      alias: sourceOfEachPackage(),
      // An example imports what its package depends on.
      nodePaths: [join(folder, "node_modules")],
      logLevel: "silent"
    })
    const runAll = examples
      .map((_, index) => `await import("./out/example-${index}.mjs"); console.log("${fence}")`)
      .join("\n")
    writeFileSync(join(work, "all.mjs"), runAll)
    const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env
    const output = execFileSync(process.execPath, [join(work, "all.mjs")], { encoding: "utf8", env })
    const parts = output.split(`${fence}\n`)
    return examples.map(({ where, code }, index) => ({
      where,
      promised: [...code.matchAll(/\) \/\/ (.*)$/gm)].map((match) => match[1]!),
      printed: parts[index]!.split("\n").slice(0, -1)
    }))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

/** The code of every example of a package. */
export function exampleCode(packageName: string): readonly ExampleCode[] {
  const folder = folderOf(packageName)
  return readdirSync(join(folder, "src"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `src/${file}`)
    .flatMap((file) => codeBlocks(file, readFileSync(join(folder, file), "utf8").replaceAll(/^ +\* ?/gm, "")))
}

function codeBlocks(file: string, text: string): readonly ExampleCode[] {
  return [...text.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map((match, index) => ({
    where: `${file}, example ${index + 1}`,
    code: match[1]!
  }))
}

/** The folder of a package by the name of that folder, wherever it stands. */
export function folderOf(packageName: string): string {
  const folder = packageFolders().find((path) => basename(path) === packageName)
  if (folder === undefined) throw new Error(`There is no package in a folder named ${packageName}.`)
  return folder
}

function packageFolders(): readonly string[] {
  return ["packages", "plugins"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name))
  )
}

/** The source of everything that a package exports, so that no example runs against an old build. */
export function sourceOfEachPackage(): Record<string, string> {
  const named = packageFolders().flatMap((folder) => {
    const { name, exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Exports
    return Object.entries(exports).map(([subpath, target]) => {
      const built = typeof target === "string" ? target : target.default
      const source = join(folder, built.replace("./dist/", "src/").replace(/\.([cm]?)js$/, ".ts"))
      return [`${name}${subpath.slice(1)}`, source] as const
    })
  })
  const existing = named.filter(([, source]) => existsSync(source))
  // A package's own name would be taken for the beginning of its subpaths as well.
  return Object.fromEntries(existing.toSorted(([one], [other]) => other.length - one.length))
}

interface Exports {
  readonly name: string
  readonly exports: Readonly<Record<string, string | { readonly default: string }>>
}

import { spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { exampleCode, folderOf, sourceOfEachPackage } from "./documented-examples.ts"

const root = fileURLToPath(new URL("../../../", import.meta.url))

/**
 * What the compiler says of the examples of a package, against the sources as they are now: one line for each error, which names
 * the example.
 */
export function typeErrorsOfExamples(packageName: string): readonly string[] {
  // Inside the package, so that an example imports what its package depends on.
  const modules = join(folderOf(packageName), "node_modules")
  mkdirSync(modules, { recursive: true })
  const work = mkdtempSync(join(modules, ".examples-"))
  try {
    const names = new Map(
      exampleCode(packageName).map(({ where, code }, index) => {
        const name = `example-${index}.ts`
        // Two examples may use one name: each is a module.
        writeFileSync(join(work, name), `${code}\nexport {}\n`)
        return [name, where] as const
      })
    )
    const paths = Object.fromEntries(
      Object.entries(sourceOfEachPackage()).map(([name, file]) => [name, [file]])
    )
    const config = {
      extends: join(root, "tsconfig.base.json"),
      // An example may show how a value is written, and leave it at that.
      compilerOptions: {
        noEmit: true,
        composite: false,
        incremental: false,
        noUnusedLocals: false,
        paths,
        types: ["node"]
      },
      files: [...names.keys()]
    }
    writeFileSync(join(work, "tsconfig.json"), JSON.stringify(config))
    const tsc = join(root, "node_modules/typescript/bin/tsc")
    const { stdout } = spawnSync(process.execPath, [tsc, "-p", work, "--pretty", "false"], {
      encoding: "utf8"
    })
    return stdout
      .split("\n")
      .filter((line) => /error TS\d+/.test(line))
      .map((line) => line.replace(/^[^(]*/, (file) => names.get(basename(file)) ?? file))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}

import { spawnSync } from "node:child_process"
import { basename, join } from "node:path"
import { transformSync } from "esbuild"
import { type Block, nameOf, root } from "./pages.ts"
import { readerEnv, writeFile } from "./scratch.ts"

const fence = "----- the next block -----"

/** What the compiler says of TypeScript blocks, as a reader's own would who installed the packages: a line for each error. */
export function typeErrors(blocks: readonly Block[], folder: string): readonly string[] {
  const names = new Map(
    blocks.map((block, at) => {
      const name = `block-${at}.ts`
      // Two blocks may use one name: each is a module.
      writeFile(join(folder, name), `${block.code}\n${block.marks.get("given") ?? ""}\nexport {}\n`)
      return [name, nameOf(block)] as const
    })
  )
  writeFile(join(folder, "package.json"), '{ "type": "module" }')
  const compilerOptions = {
    target: "ES2023",
    lib: ["ES2023"],
    module: "NodeNext",
    strict: true,
    exactOptionalPropertyTypes: true,
    noImplicitOverride: true,
    skipLibCheck: true,
    types: ["node"],
    noEmit: true
  }
  writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [...names.keys()] }))
  const tsc = join(root, "node_modules/typescript/bin/tsc")
  const { stdout } = spawnSync(process.execPath, [tsc, "-p", folder, "--pretty", "false"], {
    encoding: "utf8"
  })
  return stdout
    .split("\n")
    .filter((line) => line.includes("error TS"))
    .map((line) => line.replace(/^[^(]*/, (file) => names.get(basename(file)) ?? file))
}

/** What a block says that it prints, in the `// …` comments behind its calls, and what it printed. */
export interface Printed {
  readonly where: string
  readonly promised: readonly string[]
  readonly printed: readonly string[]
}

/** Runs blocks that are whole programs, one after another in one process. */
export function printedBy(blocks: readonly Block[], folder: string): readonly Printed[] {
  const imports = blocks.map(({ code }, at) => {
    writeFile(join(folder, `block-${at}.mjs`), transformSync(code, { loader: "ts" }).code)
    return `await import("./block-${at}.mjs").catch((error) => console.log(error)); console.log("${fence}")`
  })
  writeFile(join(folder, "all.mjs"), imports.join("\n"))
  const { stdout, stderr } = spawnSync(process.execPath, ["all.mjs"], {
    cwd: folder,
    env: readerEnv(folder),
    encoding: "utf8"
  })
  const parts = stdout.split(`${fence}\n`)
  return blocks.map((block, at) => ({
    where: nameOf(block),
    promised: [...block.code.matchAll(/\b(?:log|write)\(.*\) \/\/ (.*)$/gm)].map((match) => match[1]!),
    printed: parts[at]?.split("\n").slice(0, -1) ?? [stderr]
  }))
}

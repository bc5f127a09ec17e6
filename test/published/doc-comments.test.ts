import { readdirSync } from "node:fs"
import { expect, it } from "vitest"
import { undocumentedExports } from "./support/doc-comments.ts"

const folders = [...readdirSync("packages").map((name) => `packages/${name}`), "plugins/oclif"]

it("documents each thing that a package exports: a summary, and for a value its requirement, an example, parameters and results", () => {
  const { seen, lacking } = undocumentedExports(folders)
  expect(seen).toBeGreaterThan(300)
  expect(lacking).toEqual([])
})

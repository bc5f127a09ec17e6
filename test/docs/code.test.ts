import { rmSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { project } from "../../scripts/hosts.mjs"
import { printedBy, typeErrors } from "./support/code.ts"
import { blocksOf, pages } from "./support/pages.ts"
import { scratchFolder } from "./support/scratch.ts"

let folder = ""
beforeEach(() => {
  folder = scratchFolder()
  symlinkSync(join(project().root, "node_modules"), join(folder, "node_modules"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const code = pages
  .flatMap(blocksOf)
  .filter(({ language, marks }) => /^(ts|js)$/.test(language) && !marks.has("not run"))
const programs = code.filter(
  ({ file, marks }) => file === undefined && !marks.has("given") && !marks.has("types only")
)

describe("the code of the pages", () => {
  it("is taken by a compiler as it stands, where it is TypeScript", () => {
    const written = code.filter(({ language }) => language === "ts")
    expect(written.length).toBeGreaterThan(10)
    expect(typeErrors(written, folder)).toEqual([])
  })

  it("prints what it says it prints, where it is a whole program", () => {
    expect(programs.length).toBeGreaterThan(8)
    for (const { where, promised, printed } of printedBy(programs, folder))
      expect({ where, printed }).toEqual({ where, printed: promised })
  })
})

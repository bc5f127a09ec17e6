import { rmSync } from "node:fs"
import { join } from "node:path"
import { runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { followed } from "../newcomer/followed.ts"
import { blocksOf, nameOf, pages, root } from "./support/pages.ts"
import { Place } from "./support/place.ts"
import { readerEnv, scratchFolder } from "./support/scratch.ts"

const scratch = scratchFolder()
const councilHome = join(scratch, "decisions")
beforeAll(async () => {
  const propose = ["decisions", "propose", "Move the office to the lake", "--id", "D-42"]
  const { exitCode, stdout } = await runPiped([join(root, "examples/council/bin/run.js"), ...propose], {
    env: { ...readerEnv(scratch), COUNCIL_HOME: councilHome }
  })
  expect(exitCode, stdout).toBe(0)
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const toFollow = pages.filter(
  (page) =>
    !followed.includes(page) &&
    blocksOf(page).some(({ language, marks }) => /^(sh|console)$/.test(language) && !marks.has("not run"))
)

describe("a reader who does what a page says, from its top to its end,", () => {
  it.each(toFollow)("sees what it shows: %s", async (page) => {
    const place = new Place(page, councilHome)
    try {
      for (const block of blocksOf(page))
        expect(await place.session.follow(block), nameOf(block)).toBeUndefined()
    } finally {
      place.remove()
    }
  })
})

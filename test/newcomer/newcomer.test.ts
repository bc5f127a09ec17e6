import { mkdtempSync, rmSync } from "node:fs"
import { homedir } from "node:os"
import { join, normalize } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { blocksOf, nameOf, textOf } from "../docs/support/pages.ts"
import { readerEnv, scratchFolder, writeFile } from "../docs/support/scratch.ts"
import { Session } from "../docs/support/session.ts"
import { followed } from "./followed.ts"
import { openRegistry, type Registry } from "./registry.ts"

// What was installed before is in npm's cache: nothing is asked of a network.
const quiet = ["prefer-offline=true", "audit=false", "fund=false", "update-notifier=false"]
const scratch = scratchFolder()
let registry: Registry | undefined
beforeAll(async () => {
  registry = await openRegistry()
})
afterAll(() => {
  registry?.close()
  rmSync(scratch, { recursive: true, force: true })
})

describe("a newcomer in an empty folder", () => {
  it("finds in the README the pages that lead to a command and to a run", () => {
    const links = [...textOf("README.md").matchAll(/\]\(([^)#]+)/g)].map(([, path = ""]) => normalize(path))
    for (const page of followed) expect(links).toContain(page)
  })

  // Three installs, and a command that is started some thirty times.
  it.each(followed)("does what %s says, and sees what it shows", { timeout: 600_000 }, async (page) => {
    const folder = mkdtempSync(join(scratch, "empty-"))
    writeFile(join(folder, ".npmrc"), [`@byhand:registry=${registry?.url}`, ...quiet].join("\n"))
    // npm has its cache in the home folder.
    const session = new Session(scratch, folder, { ...readerEnv(scratch), HOME: homedir() })
    for (const block of blocksOf(page)) expect(await session.follow(block), nameOf(block)).toBeUndefined()
  })
})

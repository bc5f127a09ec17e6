import { readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

import { runAsPerson, runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { builtPackage } from "./support/attestation.ts"

let built: ReturnType<typeof builtPackage>
beforeAll(() => {
  built = builtPackage()
})
afterAll(() => built.remove())

describe("the README", () => {
  it("shows a program that runs as it stands there, and what it prints", async () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const [, program = "", printed = ""] = /```js\n([^]+?)```\n\n```\n([^]+?)```/u.exec(readme) ?? []
    const path = join(dirname(built.path), "approve.mjs")
    writeFileSync(path, program.replace("@byhand/attestation", built.path))
    const { screen, exitCode } = await runAsPerson(path, [], "D-42")
    const now = /Approved at \S+/u
    const [atTerminal = "", piped = ""] = printed.split("$ node approve.mjs </dev/null\n")
    expect(screen.trim().replace(now, "Approved")).toBe(
      atTerminal.replace("$ node approve.mjs\n", "").trim().replace(now, "Approved")
    )
    expect(exitCode).toBe(0)
    expect(await runPiped(["node", path])).toMatchObject({ stdout: piped, exitCode: 4 })
  })
})

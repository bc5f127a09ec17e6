import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makeLegacyHost } from "../../../scripts/legacy-host.mjs"

// Node ends by this function when it is told to, and without it when nothing is left to do.
const tellsHowItEnds = `
const { reallyExit } = process
process.reallyExit = (code) => {
  console.error("told to end")
  reallyExit.call(process, code)
}
process.on("exit", () => console.error("heard from the start"))`

describe("an ordinary command of a host with the plugin", () => {
  let folder = ""
  let bin = ""
  beforeAll(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), "byhand-promptly-")))
    bin = makeLegacyHost(join(folder, "host"), 4, { listed: true }).bin
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function ends(code: string, format: "json" | "plain" = "plain") {
    const preloaded = join(folder, "preloaded.cjs")
    writeFileSync(preloaded, `${tellsHowItEnds}\n${code}`)
    const argv = [process.execPath, "--require", preloaded, bin, "release", "list", "--format", format]
    const { exitCode, stderr } = await runPiped(argv, {
      env: { PATH: process.env["PATH"] ?? "", HOME: folder }
    })
    return { exitCode, said: stderr.trim().split("\n") }
  }

  it("ends at once when nothing is left to do and everybody has heard of it", async () => {
    const said = ["heard from the start", "told to end"]
    expect(await ends("")).toEqual({ exitCode: 0, said })
  })

  it("hears those who found more to do, and takes their exit code", async () => {
    const more = `process.once("beforeExit", () =>
      setTimeout(() => process.prependListener("exit", () => (process.exitCode = 7)), 20))`
    const said = ["heard from the start", "told to end"]
    expect(await ends(more)).toEqual({ exitCode: 7, said })
    // A document has said how the call ended by then, and that stands.
    expect(await ends(more, "json")).toEqual({ exitCode: 0, said })
  })

  it("leaves the end to Node where somebody came to listen last", async () => {
    const last = `process.once("beforeExit", () =>
      setTimeout(() => process.on("exit", () => { console.error("heard last"); process.exitCode = 7 }), 20))`
    const said = ["heard from the start", "heard last"]
    expect(await ends(last)).toEqual({ exitCode: 7, said })
  })
})

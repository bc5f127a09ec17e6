import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { runPiped } from "@byhand/conformance"
import { describe, expect, it } from "vitest"

const root = new URL("../../../", import.meta.url)
const { version } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")).devEngines.packageManager

describe("the workspace's scripts", () => {
  it("find pnpm where it was installed before, when no network can be reached", async () => {
    // Nothing listens on the discard port.
    const proxy = "http://127.0.0.1:9/"
    const env = {
      ...process.env,
      npm_config_proxy: proxy,
      npm_config_https_proxy: proxy,
      npm_config_noproxy: ""
    }
    const pnpm = fileURLToPath(new URL("scripts/pnpm.mjs", root))
    const run = await runPiped([process.execPath, pnpm, "--version"], { env, timeoutMs: 60_000 })
    expect([run.exitCode, run.stdout, run.stderr]).toEqual([0, `${version}\n`, ""])
  })
})

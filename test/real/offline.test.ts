import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runPiped } from "@byhand/conformance"
import { expect, it } from "vitest"

it("is skipped, and says so, where the published CLIs are not installed and no registry is reached", async () => {
  const scratch = mkdtempSync(join(tmpdir(), "byhand-offline-"))
  try {
    const { exitCode, stdout, stderr } = await runPiped(
      [process.execPath, fileURLToPath(new URL("run.mjs", import.meta.url))],
      {
        env: {
          PATH: process.env["PATH"] ?? "",
          HOME: scratch,
          TMPDIR: scratch,
          npm_config_cache: join(scratch, "cache"),
          // Nothing listens there.
          npm_config_registry: "http://127.0.0.1:9/",
          npm_config_fetch_retries: "0"
        },
        timeoutMs: 120_000
      }
    )
    expect(stdout).toMatch(/^Skipped: .* registry cannot be reached\.\n$/)
    expect(stderr).toMatch(/^Installing heroku /)
    expect(exitCode).toBe(0)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
})

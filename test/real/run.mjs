// `npm run test:real`: tries the plugin in published CLIs. `npm test` does not: the first run downloads half a gigabyte.
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { setup } from "../../scripts/setup.mjs"
import { installAll } from "./install.mjs"

const root = fileURLToPath(new URL("../..", import.meta.url))
process.exitCode = testReal(process.argv.slice(2))

function testReal(args) {
  if (!installAll()) {
    console.log("Skipped: the published CLIs are not installed, and npm's registry cannot be reached.")
    return 0
  }
  if (setup({ withHosts: true }) !== 0) return 1
  const { NODE_EXTRA_CA_CERTS: _slowsEveryStart, ...env } = process.env
  const vitest = join(root, "node_modules", ".bin", "vitest")
  const config = join(root, "test/real/vitest.config.ts")
  const { status } = spawnSync(vitest, ["run", "--config", config, "--root", root, ...args], {
    cwd: root,
    env,
    stdio: "inherit",
    shell: process.platform === "win32"
  })
  return status ?? 1
}

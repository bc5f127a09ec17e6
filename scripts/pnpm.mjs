// Runs pnpm, at the version this workspace pins, on a machine that has only Node and npm.
// Usage: node scripts/pnpm.mjs install --frozen-lockfile
import { spawnSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const root = fileURLToPath(new URL("..", import.meta.url))
const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).devEngines
  .packageManager

/** Runs `pnpm ...args` in the workspace root and returns its exit code; a signal or a failed start is 1. */
export function pnpm(args, options = {}) {
  // What npx has it takes without asking: with no network it would try for a minute first, or fail.
  const { status } = spawnSync("npx", ["--yes", "--prefer-offline", `pnpm@${version}`, ...args], {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
    shell: process.platform === "win32",
    ...options
  })
  return status ?? 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = pnpm(process.argv.slice(2))

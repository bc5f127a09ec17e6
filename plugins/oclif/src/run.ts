import module from "node:module"
import type { LaunchOptions } from "./launch/launch.ts"

/** Where the CLI is, and what was called. */
export type ExecuteOptions = LaunchOptions

/** sysexits' EX_SOFTWARE. */
const internalError = 70

/**
 * Runs an oclif CLI so that it keeps the command contract: the one line of a host's `bin/run.js`.
 *
 * It refuses to start, with exit 70 `PLUGIN_MISSING`, when the plugin's hooks would not run. It reads `--format`,
 * `--non-interactive` and `--schema` wherever they stand on the line, runs oclif, and, when stdout carries JSON, writes one
 * envelope to it whatever happened. It sets the exit code and lets the process end. Where Node has a compile cache
 * (`module.enableCompileCache`), it is used; `NODE_DISABLE_COMPILE_CACHE=1` turns it off.
 *
 * @param options the folder of the CLI and, for a test, its command line
 * @returns when everything is written
 * @throws nothing; a failure is written and becomes the exit code
 *
 * Requirement: REQ-F-004, REQ-F-006, REQ-O-001, REQ-C-015, REQ-C-036.
 *
 * @example
 * ```ts
 * #!/usr/bin/env node
 * import { execute } from "@byhand/oclif/run"
 * await execute({ dir: import.meta.url })
 * ```
 *
 * @example
 * ```ts
 * // In CommonJS:
 * void import("@byhand/oclif/run").then(({ execute }) => execute({ dir: __dirname }))
 * ```
 */
export async function execute(options: ExecuteOptions): Promise<void> {
  // Before anything else is loaded: oclif is by far the largest part of a start.
  ;(module as { enableCompileCache?: () => unknown }).enableCompileCache?.()
  const launcher = await loadLauncher().catch(cannotStart)
  await launcher?.launch(options)
}

/**
 * Loads the launcher as CommonJS loads its files: Node reads a CommonJS file that is imported a second time, for the names of
 * its exports, and that of oclif too. In a host that is bundled into one file it is found there, by the import.
 */
async function loadLauncher(): Promise<typeof import("./launch/launch.ts")> {
  try {
    return module.createRequire(import.meta.url)("./byhand-launch.cjs") as typeof import("./launch/launch.ts")
  } catch {
    return import("./launch/launch.ts")
  }
}

function cannotStart(thrown: unknown): undefined {
  const why = thrown instanceof Error ? thrown.message : String(thrown)
  process.stderr.write(
    `This tool cannot start, because its package @byhand/oclif does not load: ${why}. Nothing was run. Install it again.\n`
  )
  process.exitCode = internalError
}

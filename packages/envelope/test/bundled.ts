import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "esbuild"
import { onTestFinished } from "vitest"

/** Writes a source file of the tests' folder, with all it imports, as one plain JavaScript module. */
export async function bundle(source: string, outfile: string): Promise<void> {
  const entryPoints = [fileURLToPath(new URL(source, import.meta.url))]
  await build({ entryPoints, outfile, bundle: true, platform: "node", format: "esm", logLevel: "silent" })
}

/** Such a module, for the rest of the running test. */
export async function bundled(source: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "byhand-envelope-"))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const outfile = join(folder, "bundle.mjs")
  await bundle(source, outfile)
  return outfile
}

import { cpSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { runPiped } from "@byhand/conformance"
import type { GateHost } from "./gate-host.ts"

const script = fileURLToPath(new URL("../fixtures/described-cli/write-manifest.js", import.meta.url))

/** Writes a host's oclif.manifest.json as `oclif manifest` does: oclif then loads the one command that is called. */
export async function writeManifest({ root }: GateHost): Promise<void> {
  cpSync(script, join(root, "write-manifest.js"))
  const { exitCode, stderr } = await runPiped([process.execPath, "write-manifest.js"], { cwd: root })
  if (exitCode !== 0) throw new Error(`The manifest of ${root} could not be written.\n${stderr}`)
}

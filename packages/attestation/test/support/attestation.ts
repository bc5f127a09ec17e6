import { rmSync } from "node:fs"
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { buildSync } from "esbuild"

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** The package as it stands in `src`, built for programs that run it on a terminal. */
export function builtPackage(): { readonly path: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "attestation-"))
  const path = join(folder, "attestation.mjs")
  buildSync({
    entryPoints: [here("../../src/index.ts")],
    outfile: path,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20"
  })
  return { path, remove: () => rmSync(folder, { recursive: true }) }
}

/** The program that asks, to be run with `node`. */
export const asker = here("../fixtures/asker.mjs")

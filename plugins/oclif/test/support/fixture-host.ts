import { cpSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { GateHost } from "./gate-host.ts"

const fixtures = fileURLToPath(new URL("../fixtures", import.meta.url))

/** The CLI of another fixture in a host, with the entry points and the record of deeds that gate-cli has. */
export function fixtureHost(major: 4 | 5, name: string): GateHost {
  const host = new GateHost(major, join(fixtures, name))
  for (const shared of ["bin", "lib"])
    cpSync(join(fixtures, "gate-cli", shared), join(host.root, shared), { recursive: true })
  return host
}

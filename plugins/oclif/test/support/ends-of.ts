import { readFileSync } from "node:fs"
import { join } from "node:path"
import { runPiped } from "@byhand/conformance"
import { expect } from "vitest"
import type { GateHost } from "./gate-host.ts"
import { stackIn } from "./stack-in.ts"

/** How one call ended, as oclif is told. */
export interface End {
  readonly exit: number
  readonly code?: string
  readonly message?: string
  readonly retryable?: boolean
  readonly suggestion?: string
  readonly context?: Readonly<Record<string, unknown>>
  readonly deeds: readonly string[]
}

/** How each of these calls ends off a terminal, made one after the other in one process: for what does not end by how a process ends. */
export async function endsOf(host: GateHost, calls: readonly (readonly string[])[]): Promise<readonly End[]> {
  const file = join(host.root, "ends.json")
  const { env } = host.run()
  const command = [process.execPath, "lib/ask-each.js", JSON.stringify(calls), file]
  const { stderr } = await runPiped(command, { env, cwd: host.root })
  expect(stackIn(stderr), stderr).toBeUndefined()
  return JSON.parse(readFileSync(file, "utf8")) as readonly End[]
}

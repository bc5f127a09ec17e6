import fs from "node:fs/promises"
import { syncBuiltinESMExports } from "node:module"

// Loaded before a worker: the process kills itself, as `kill -9` does, before the file operation of the number in DIE_AT.
const dieAt = Number(process.env["DIE_AT"])
let operations = 0

function countCallsOf(owner: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const original = owner[name] as (...given: unknown[]) => unknown
    owner[name] = function counted(this: unknown, ...given: unknown[]): unknown {
      operations += 1
      if (operations === dieAt) process.kill(process.pid, "SIGKILL")
      return original.apply(this, given)
    }
  }
}

const handle = await fs.open(process.execPath)
const prototype = Object.getPrototypeOf(handle) as Record<string, unknown>
await handle.close()
countCallsOf(prototype, ["writeFile", "sync", "close", "stat"])
countCallsOf(fs as object as Record<string, unknown>, [
  "mkdir",
  "open",
  "link",
  "rename",
  "rm",
  "readdir",
  "readFile"
])
syncBuiltinESMExports()

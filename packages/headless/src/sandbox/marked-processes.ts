import { readdirSync, readFileSync } from "node:fs"

/**
 * Kills every process with a program's mark in its environment: one that left the program's group, for instance. Only Linux
 * shows the environment of a process; elsewhere the group is all that is known.
 */
export function killMarked(mark: string): void {
  if (process.platform !== "linux") return
  for (const name of readdirSync("/proc")) if (/^\d+$/.test(name) && isMarked(name, mark)) kill(Number(name))
}

function isMarked(pid: string, mark: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, "latin1").split("\0").includes(`BYHAND_PROGRAM=${mark}`)
  } catch {
    // It is gone, or another user's.
    return false
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // It is gone.
  }
}

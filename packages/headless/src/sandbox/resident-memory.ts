import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"

/** The most resident memory that a process has had so far, in bytes, where the system keeps it; else what it has now. 0 when it is gone. */
export function residentBytes(pid: number): number {
  try {
    return process.platform === "linux" ? highWater(pid) : now(pid)
  } catch {
    return 0
  }
}

function highWater(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]
  return Number(kilobytes ?? 0) * 1024
}

function now(pid: number): number {
  return Number(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) * 1024
}

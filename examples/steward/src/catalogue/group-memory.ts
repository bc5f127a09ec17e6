import { execFileSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** The resident memory of a process group, in bytes. 0 when it is gone. */
export function groupBytes(group: number): number {
  try {
    return process.platform === "linux" ? fromProc(group) : fromPs(group)
  } catch {
    return 0
  }
}

function fromProc(group: number): number {
  let kilobytes = 0
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue
    try {
      // The second field is the program's name in parentheses, and may hold spaces and parentheses itself.
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8")
      if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[2]) !== group) continue
      kilobytes += Number(/^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0)
    } catch {
      // It has ended in between.
    }
  }
  return kilobytes * 1024
}

function fromPs(group: number): number {
  const lines = execFileSync("ps", ["-axo", "pgid=,rss="], { encoding: "utf8" }).split("\n")
  const kilobytes = lines.map((line) => line.trim().split(/\s+/).map(Number))
  return kilobytes.reduce((sum, [pgid, rss]) => (pgid === group ? sum + (rss ?? 0) : sum), 0) * 1024
}

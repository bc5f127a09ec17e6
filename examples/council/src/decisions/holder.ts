import { readFile } from "node:fs/promises"
import { hostname } from "node:os"

/** A process that holds a lock, told from a later one with the same number by the time it started. */
export interface Holder {
  readonly host: string
  readonly pid: number
  /** Clock ticks since boot on Linux; the empty string where the system does not tell. */
  readonly started: string
  /** Of one claim: a process may claim many times. */
  readonly claim: string
}

/** This process, for one claim. */
export async function thisProcess(claim: string): Promise<Holder> {
  const { started = "" } = (await processOf(process.pid)) ?? {}
  return { host: hostname(), pid: process.pid, started, claim }
}

/** Reads what a lock file says; undefined when it says nothing that can be understood. */
export function readHolder(text: string): Holder | undefined {
  try {
    const { host, pid, started, claim } = JSON.parse(text) as Partial<Record<keyof Holder, unknown>>
    return typeof host === "string" &&
      typeof pid === "number" &&
      Number.isSafeInteger(pid) &&
      pid > 0 &&
      typeof started === "string" &&
      typeof claim === "string" &&
      /^[\w-]+$/.test(claim)
      ? { host, pid, started, claim }
      : undefined
  } catch {
    return undefined
  }
}

/** Whether the holder is certainly gone. A process of another machine or container cannot be seen, so it may be there. */
export async function isGone(holder: Holder): Promise<boolean> {
  if (holder.host !== hostname()) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH"
  }
  const found = await processOf(holder.pid)
  if (found === undefined) return false
  // A zombie has ended; its number stays taken until its parent asks for it, which may be never.
  return (
    found.state === "Z" || found.state === "X" || (holder.started !== "" && found.started !== holder.started)
  )
}

/** What Linux tells of a process; undefined elsewhere, or when it is hidden. */
async function processOf(pid: number): Promise<{ state: string; started: string } | undefined> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8")
    // The second field is the program's name in parentheses, and may hold spaces and parentheses itself.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    return { state: fields[0] ?? "", started: fields[19] ?? "" }
  } catch {
    return undefined
  }
}

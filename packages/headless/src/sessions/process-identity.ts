import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"
import { sha256Of } from "./sha256.ts"
import { isObject } from "./stored-event.ts"

/** A process, told from every other one. What the system does not tell is the empty string. */
export interface ProcessIdentity {
  readonly pid: number
  /** Clock ticks from boot to its start, on Linux: a later process of the same number has another one. */
  readonly started: string
  readonly host: string
  /** A digest of the machine's own id, since two machines may have one name. */
  readonly machine: string
  readonly boot_id: string
  /** The numbers of processes are those of a namespace: containers of one machine have their own. */
  readonly pid_namespace: string
}

/** This process. */
export function thisProcess(): ProcessIdentity {
  identity ??= {
    pid: process.pid,
    started: processOf("self")?.started ?? "",
    ...thisPlace()
  }
  return identity
}

let identity: ProcessIdentity | undefined

/** Another process of this machine, one of this process's own. */
export function identityOf(pid: number): ProcessIdentity {
  return { ...thisProcess(), pid, started: processOf(pid)?.started ?? "" }
}

/** Whether the process, if it is there at all, is on this machine, can be seen, and can be told from one with its number. */
export function isHere(found: ProcessIdentity): boolean {
  const { host, machine, boot_id, pid_namespace } = thisProcess()
  return (
    found.started !== "" &&
    found.host === host &&
    found.machine === machine &&
    found.boot_id === boot_id &&
    found.pid_namespace === pid_namespace
  )
}

function thisPlace(): Omit<ProcessIdentity, "pid" | "started"> {
  return {
    host: hostname(),
    machine: digestOf(textOf("/etc/machine-id")),
    boot_id: textOf("/proc/sys/kernel/random/boot_id"),
    pid_namespace: namespace()
  }
}

/**
 * Whether the process is certainly gone. One that cannot be seen from here, on another machine or in another container,
 * may be there.
 */
export function isGone(found: ProcessIdentity): boolean {
  const here = thisProcess()
  if (found.host !== here.host || found.machine !== here.machine) return false
  if (found.boot_id !== here.boot_id) return found.boot_id !== "" && here.boot_id !== ""
  if (found.pid_namespace !== here.pid_namespace) return false
  try {
    process.kill(found.pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "ESRCH"
  }
  const running = processOf(found.pid)
  if (running === undefined) return false
  // A zombie has ended; its number stays taken until its parent asks for it, which may be never.
  return (
    running.state === "Z" ||
    running.state === "X" ||
    (found.started !== "" && running.started !== found.started)
  )
}

/** Reads an identity; undefined when it is none. */
export function readIdentity(value: unknown): ProcessIdentity | undefined {
  if (!isObject(value)) return undefined
  const { pid, started, host, machine, boot_id, pid_namespace } = value
  return typeof pid === "number" &&
    Number.isSafeInteger(pid) &&
    pid > 0 &&
    typeof started === "string" &&
    typeof host === "string" &&
    typeof machine === "string" &&
    typeof boot_id === "string" &&
    typeof pid_namespace === "string"
    ? { pid, started, host, machine, boot_id, pid_namespace }
    : undefined
}

/** What Linux tells of a process; undefined elsewhere, or when it is hidden. */
function processOf(pid: number | "self"): { state: string; started: string } | undefined {
  const stat = textOf(`/proc/${pid}/stat`)
  if (stat === "") return undefined
  // The second field is the program's name in parentheses, and may hold spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return { state: fields[0] ?? "", started: fields[19] ?? "" }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8").trim()
  } catch {
    return ""
  }
}

function digestOf(text: string): string {
  return text === "" ? "" : sha256Of(text).slice(0, 16)
}

function namespace(): string {
  try {
    return readlinkSync("/proc/self/ns/pid")
  } catch {
    return ""
  }
}

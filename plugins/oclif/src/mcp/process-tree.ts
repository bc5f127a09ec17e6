import { spawnSync } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"

/** A process that lives. Its number may be another process's later; its start never is. */
interface LiveProcess {
  readonly pid: number
  readonly parent: number
  readonly start: string
}

/** How long a process may take to end once it was told to, in milliseconds, and how often it is looked at meanwhile. */
const grace = 1000
const every = 25

/**
 * Ends a process, its group, and all that it started, those that left its group included: first by SIGTERM, and what is left
 * after a second by SIGKILL.
 *
 * What was started by a process that is dead already, and left the group, has no ties that could be followed.
 *
 * @param pid a process that leads a group of its own (it was spawned `detached`)
 * @returns when none of them lives
 */
export async function endTree(pid: number): Promise<void> {
  if (process.platform === "win32") {
    spawnSync("taskkill", ["/PID", String(pid), "/T", "/F"], { stdio: "ignore", windowsHide: true })
    return
  }
  // Looked up before anything dies: a child whose parent is gone belongs to nobody.
  const tree = growing(new Map(), pid)
  send(-pid, "SIGTERM")
  for (const one of tree.keys()) send(one, "SIGTERM")
  for (let waited = 0; waited < grace; waited += every) {
    await new Promise((resolve) => setTimeout(resolve, every))
    if (livingOf(tree).length === 0) break
  }
  growing(tree, pid)
  send(-pid, "SIGKILL")
  for (const one of livingOf(tree)) send(one, "SIGKILL")
}

/** The processes known so far, and what they have started since. */
function growing(tree: Map<number, string>, root: number): Map<number, string> {
  const processes = liveProcesses()
  const isOurs = ({ pid, start }: LiveProcess) => tree.get(pid) === start
  const found = new Set(processes.filter((one) => one.pid === root || isOurs(one)).map(({ pid }) => pid))
  // A child may stand before its parent in the list, so look until nothing new is found.
  for (let before = -1; before < found.size;) {
    before = found.size
    for (const { pid, parent } of processes) if (found.has(parent)) found.add(pid)
  }
  for (const { pid, start } of processes) if (found.has(pid)) tree.set(pid, start)
  return tree
}

function livingOf(tree: ReadonlyMap<number, string>): readonly number[] {
  return liveProcesses()
    .filter(({ pid, start }) => tree.get(pid) === start)
    .map(({ pid }) => pid)
}

function send(target: number, signal: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(target, signal)
  } catch {
    // It is gone already, or became another user's.
  }
}

function liveProcesses(): readonly LiveProcess[] {
  return process.platform === "linux" ? fromProc() : fromPs()
}

function fromProc(): readonly LiveProcess[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      // The name of the program, which may hold anything, stands in the last parentheses.
      const stat = readFileSync(`/proc/${name}/stat`, "utf8")
      const [state, parent, ...rest] = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
      // The 22nd field is when it was started; a zombie is dead.
      return state === "Z" ? [] : [{ pid: Number(name), parent: Number(parent), start: String(rest[17]) }]
    } catch {
      return []
    }
  })
}

function fromPs(): readonly LiveProcess[] {
  const { stdout } = spawnSync("ps", ["-A", "-o", "pid=,ppid=,state=,lstart="], { encoding: "utf8" })
  return (stdout ?? "").split("\n").flatMap((line) => {
    const [pid, parent, state = "", ...start] = line.trim().split(/\s+/)
    const isLive = pid !== undefined && pid !== "" && !state.startsWith("Z")
    return isLive ? [{ pid: Number(pid), parent: Number(parent), start: start.join(" ") }] : []
  })
}

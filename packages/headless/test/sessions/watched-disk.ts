import { constants } from "node:fs"
import { type Disk, nodeDisk } from "../../src/index.ts"

export type Operation = keyof Disk

const changing = new Set<Operation>([
  "write",
  "truncate",
  "makeFolder",
  "link",
  "rename",
  "unlink",
  "removeFolder",
  "sync"
])

/** Whether an operation changes something that another process, or the next, can see. */
function isChange(name: Operation, given: readonly unknown[]): boolean {
  return changing.has(name) || (name === "open" && (Number(given[1]) & constants.O_CREAT) !== 0)
}

/** The real disk, with `before` asked before every operation. It may throw, or never return. */
export function watchedDisk(
  before: (name: Operation, given: readonly unknown[], isChange: boolean) => void
): Disk {
  const entries = Object.entries(nodeDisk).map(([name, operation]) => [
    name,
    (...given: unknown[]) => {
      before(name as Operation, given, isChange(name as Operation, given))
      return (operation as (...given: unknown[]) => unknown)(...given)
    }
  ])
  return Object.fromEntries(entries) as Disk
}

/** Ends the process as `kill -9` does. */
export function die(): void {
  process.kill(process.pid, "SIGKILL")
}

/**
 * A disk with an end: it comes at one of the points where something is changed, before the operation, and for a write also
 * after the first byte, half of them, and all but one.
 *
 * @param at the number of the point, from 1; 0 for none
 * @param end what happens there, and at every point after it: whatever it does, nothing is changed any more
 * @returns the disk, and how many points there were so far
 */
export function deadlyDisk(at: number, end: () => void): { disk: Disk; points: () => number } {
  let points = 0
  const endIfHere = () => {
    points += 1
    if (at > 0 && points >= at) end()
  }
  const disk = watchedDisk((name, given, changes) => {
    if (!changes) return
    endIfHere()
    if (name !== "write") return
    const [fd, bytes] = given as [number, Uint8Array]
    for (const part of [1, Math.ceil(bytes.length / 2), bytes.length - 1]) {
      if (points + 1 === at) nodeDisk.write(fd, bytes.subarray(0, part))
      endIfHere()
    }
  })
  return { disk, points: () => points }
}

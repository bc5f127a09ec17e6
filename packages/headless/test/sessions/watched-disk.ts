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

/**
 * A disk that ends the process, as `kill -9` does, at one of the points where it changes something: before the operation,
 * and for a write also after the first byte, half of them, and all but one.
 *
 * @param dieAt the number of the point, from 1; 0 for never
 * @param count is told the number of points so far
 */
export function deadlyDisk(dieAt: number, count: (points: number) => void = () => undefined): Disk {
  let points = 0
  const dieIfHere = () => {
    points += 1
    count(points)
    if (points === dieAt) process.kill(process.pid, "SIGKILL")
  }
  return watchedDisk((name, given, changes) => {
    if (!changes) return
    dieIfHere()
    if (name !== "write") return
    const [fd, bytes] = given as [number, Uint8Array]
    for (const part of [1, Math.ceil(bytes.length / 2), bytes.length - 1]) {
      if (points + 1 === dieAt) nodeDisk.write(fd, bytes.subarray(0, part))
      dieIfHere()
    }
  })
}

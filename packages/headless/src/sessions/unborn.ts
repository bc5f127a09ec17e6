import { randomBytes } from "node:crypto"
import { dirname, join } from "node:path"
import { type Disk, errno } from "./disk.ts"
import { readOwner } from "./owner-record.ts"
import { removeTree } from "./remove-tree.ts"

/** Where sessions are put together before they have their names. No session's id begins with a dot. */
export function nursery(root: string): string {
  return join(root, ".new")
}

/** Makes a folder and the ones above it that are missing. Returns the folders that got a new name in them. */
export function makeFolders(disk: Disk, path: string): string[] {
  if (disk.entry(path) !== undefined) return []
  try {
    return makeFolder(disk, path)
  } catch (error) {
    if (errno(error) !== "ENOENT" || dirname(path) === path) throw error
  }
  const above = makeFolders(disk, dirname(path))
  // Once more, and no further: /proc says of every new name that what is above it is not there.
  return [...above, ...makeFolder(disk, path)]
}

function makeFolder(disk: Disk, path: string): string[] {
  try {
    disk.makeFolder(path)
    return [dirname(path)]
  } catch (error) {
    if (errno(error) === "EEXIST") return []
    throw error
  }
}

/** A new folder in the nursery. */
export function unbornFolder(disk: Disk, root: string): string {
  const folder = join(nursery(root), randomBytes(8).toString("hex"))
  disk.makeFolder(folder)
  return folder
}

/** Removes the folders of processes that were killed before their session had its name. What cannot be removed stays. */
export function sweepNursery(disk: Disk, root: string): void {
  for (const name of disk.names(nursery(root)))
    try {
      const folder = join(nursery(root), name)
      if (isBeingMade(disk, folder)) continue
      // Under another name first: its maker, if it is only slow, then starts again instead of naming half a session.
      const grave = unbornFolder(disk, root)
      disk.rename(folder, grave)
      removeTree(disk, grave)
    } catch {
      // It hinders nobody.
    }
}

function isBeingMade(disk: Disk, folder: string): boolean {
  try {
    return readOwner(disk, join(folder, "owners", "1"))?._tag === "Alive"
  } catch {
    // Its maker was killed while it wrote its record.
    return false
  }
}

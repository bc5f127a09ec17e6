import { join } from "node:path"
import type { Disk } from "./disk.ts"

/** Removes a folder and what is in it. A link is removed, not followed. @throws file system errors */
export function removeTree(disk: Disk, path: string): void {
  if (disk.entry(path)?.isDirectory() !== true) {
    disk.unlink(path)
    return
  }
  for (const name of disk.names(path)) removeTree(disk, join(path, name))
  disk.removeFolder(path)
}

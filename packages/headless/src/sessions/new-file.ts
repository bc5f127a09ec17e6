import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { dirname, join } from "node:path"
import { type Disk, errno, fileMode } from "./disk.ts"
import { writeAll } from "./regular-file.ts"

/** A complete file under a name that nobody looks for, to be published by a link or a rename. */
export interface NewFile {
  readonly fd: number
  readonly path: string
}

/**
 * Writes a new file beside the one it will be. The caller syncs, publishes and closes it.
 *
 * @param target what it will be
 * @throws file system errors, after which nothing is left of it
 */
export function writeBeside(disk: Disk, target: string, bytes: Uint8Array): NewFile {
  return writeNew(disk, join(dirname(target), `.${randomUUID()}.tmp`), bytes)
}

/** Writes a file that was not there. @throws file system errors, after which nothing is left of it */
export function writeNew(disk: Disk, path: string, bytes: Uint8Array): NewFile {
  const fd = disk.open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, fileMode)
  try {
    writeAll(disk, fd, bytes)
  } catch (error) {
    discard(disk, { fd, path })
    throw error
  }
  return { fd, path }
}

/** Closes and removes a file that will not be published. */
export function discard(disk: Disk, { fd, path }: NewFile): void {
  disk.close(fd)
  unlinkIfThere(disk, path)
}

export function unlinkIfThere(disk: Disk, path: string): void {
  try {
    disk.unlink(path)
  } catch (error) {
    if (errno(error) !== "ENOENT") throw error
  }
}

/** Removes the unpublished files of processes that were killed. Whoever still works on one writes it again. */
export function sweep(disk: Disk, folder: string): void {
  for (const name of disk.names(folder)) if (isUnpublished(name)) unlinkIfThere(disk, join(folder, name))
}

export function isUnpublished(name: string): boolean {
  return name.startsWith(".") && name.endsWith(".tmp")
}

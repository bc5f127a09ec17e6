import { constants } from "node:fs"
import { type Disk, errno } from "./disk.ts"

/**
 * Waits until the device has all of it. The files are synced at once, because a file system commits them together.
 *
 * @param fds of files
 * @param folders paths of folders whose names must last
 * @throws the first file system error, after every sync has ended
 */
export function syncRound(disk: Disk, fds: readonly number[], folders: Iterable<string> = []): Promise<void> {
  return settled([
    ...fds.map((fd) => disk.sync(fd)),
    ...Array.from(folders, (folder) => syncFolder(disk, folder))
  ])
}

/** Of a folder: the sync that is under way, and the one that begins when it has ended. */
interface FolderSyncs {
  readonly running: Promise<void>
  next: Promise<void> | undefined
}

const folderSyncs = new WeakMap<Disk, Map<string, FolderSyncs>>()

/**
 * Syncs a folder, together with everybody who asks for the same: a sync that begins after a name was made has it. Sessions
 * that start at once have their names in one folder.
 */
function syncFolder(disk: Disk, path: string): Promise<void> {
  let folders = folderSyncs.get(disk)
  if (folders === undefined) folderSyncs.set(disk, (folders = new Map()))
  const syncs = folders.get(path)
  if (syncs === undefined) return begin(disk, folders, path)
  const again = () => begin(disk, folders, path)
  return (syncs.next ??= syncs.running.then(again, again))
}

function begin(disk: Disk, folders: Map<string, FolderSyncs>, path: string): Promise<void> {
  const running = syncPath(disk, path, constants.O_DIRECTORY ?? 0).finally(() => {
    if (folders.get(path)?.next === undefined) folders.delete(path)
  })
  folders.set(path, { running, next: undefined })
  return running
}

const filesAtOnce = 16

/** Waits until the device has these files, each a regular one. @throws as `syncRound` */
export async function syncFiles(disk: Disk, paths: readonly string[]): Promise<void> {
  for (let at = 0; at < paths.length; at += filesAtOnce)
    await settled(
      paths.slice(at, at + filesAtOnce).map((path) => syncPath(disk, path, constants.O_NOFOLLOW ?? 0))
    )
}

async function settled(rounds: readonly Promise<void>[]): Promise<void> {
  // All of them: a descriptor that its owner closed too early could by then be another file's.
  const failed = (await Promise.allSettled(rounds)).find((one) => one.status === "rejected")
  if (failed !== undefined) throw failed.reason
}

async function syncPath(disk: Disk, path: string, flags: number): Promise<void> {
  const fd = disk.open(path, constants.O_RDONLY | flags, 0)
  try {
    await disk.sync(fd)
  } catch (error) {
    // Some file systems cannot sync a folder, and say so.
    if (errno(error) !== "EINVAL") throw error
  } finally {
    disk.close(fd)
  }
}

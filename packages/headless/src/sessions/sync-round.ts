import { constants } from "node:fs"
import { type Disk, errno } from "./disk.ts"

/**
 * Waits until the device has all of it. The files are synced at once, because a file system commits them together: a round
 * of five takes about as long as one.
 *
 * @param fds of files
 * @param folders paths of folders whose names must last
 * @throws the first file system error, after every sync has ended
 */
export async function syncRound(
  disk: Disk,
  fds: readonly number[],
  folders: Iterable<string> = []
): Promise<void> {
  const rounds = [
    ...fds.map((fd) => disk.sync(fd)),
    ...Array.from(folders, (folder) => syncFolder(disk, folder))
  ]
  // All of them: a descriptor that its owner closed too early could by then be another file's.
  const failed = (await Promise.allSettled(rounds)).find((one) => one.status === "rejected")
  if (failed !== undefined) throw failed.reason
}

async function syncFolder(disk: Disk, path: string): Promise<void> {
  const fd = disk.open(path, constants.O_RDONLY | (constants.O_DIRECTORY ?? 0), 0)
  try {
    await disk.sync(fd)
  } catch (error) {
    // Some file systems cannot sync a folder, and say so.
    if (errno(error) !== "EINVAL") throw error
  } finally {
    disk.close(fd)
  }
}

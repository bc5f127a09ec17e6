import { mkdir, stat } from "node:fs/promises"
import { dirname } from "node:path"

/**
 * Makes a folder, and those above it that are missing, for this user alone.
 *
 * Folder by folder: where the file system refuses new names with "no such file", as `/proc` does, Node's own recursive way
 * tries the parent again for ever.
 *
 * @throws the file system's error when there is no such folder afterwards
 */
export async function makeFolder(folder: string): Promise<void> {
  const refused = await tryToMake(folder)
  if (refused === undefined) return
  const parent = dirname(folder)
  if (refused.code !== "ENOENT" || parent === folder) throw refused
  if (!(await isFolder(parent))) await makeFolder(parent)
  // Once more, also where the parent is there: another process may have made it just now.
  const again = await tryToMake(folder)
  if (again !== undefined) throw again
}

/** Makes one folder; gives the error when there is none afterwards. */
async function tryToMake(folder: string): Promise<NodeJS.ErrnoException | undefined> {
  try {
    await mkdir(folder, { mode: 0o700 })
    return undefined
  } catch (error) {
    return (await isFolder(folder)) ? undefined : (error as NodeJS.ErrnoException)
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}

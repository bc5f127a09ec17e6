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
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (await isFolder(folder)) return
    const parent = dirname(folder)
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT" && parent !== folder
    if (!isMissing || (await isFolder(parent))) throw error
    await makeFolder(parent)
    await makeFolder(folder)
  }
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() === true
}

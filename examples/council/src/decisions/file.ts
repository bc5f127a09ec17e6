import { randomUUID } from "node:crypto"
import { constants } from "node:fs"
import { type FileHandle, open, rename, rm } from "node:fs/promises"
import { dirname } from "node:path"
import { CommandError } from "@byhand/envelope"
import { messageOf, notSaved, notSettled, unreadable } from "./errors.ts"

/** In bytes: far more decisions than people can take, little enough to read at once. */
export const largestFile = 16 * 1024 * 1024

/**
 * Reads a whole regular file.
 *
 * @returns the text; undefined when there is no file
 * @throws CommandError DECISIONS_UNREADABLE when it is a link, a folder, a pipe, too large, not UTF-8 or not permitted
 */
export async function readWhole(file: string): Promise<string | undefined> {
  try {
    return await readRegular(file)
  } catch (error) {
    if (error instanceof CommandError) throw error
    const code = (error as NodeJS.ErrnoException).code
    if (code === "ENOENT") return undefined
    if (code === "ELOOP")
      throw unreadable(file, "is a symbolic link, which saving would replace by a file", { cause: error })
    if (code === "ERR_ENCODING_INVALID_ENCODED_DATA")
      throw unreadable(file, "is not UTF-8 text", { cause: error })
    throw unreadable(file, `refuses: ${messageOf(error)}`, { cause: error })
  }
}

async function readRegular(file: string): Promise<string> {
  // No link: replacing the file would replace the link and leave its target behind. No wait for a pipe's writer.
  const handle = await open(
    file,
    constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  )
  try {
    const found = await handle.stat()
    if (!found.isFile()) throw unreadable(file, "is not a regular file")
    if (found.size > largestFile)
      throw unreadable(file, `has ${found.size} bytes; at most ${largestFile} are read`)
    return new TextDecoder("utf-8", { fatal: true }).decode(await handle.readFile())
  } finally {
    await handle.close()
  }
}

/**
 * Replaces a file as a whole: whoever reads it, at whatever moment, reads the old text or the new one, and after a power
 * loss the file is one of the two. Only one process may do so at a time.
 *
 * @throws CommandError DECISIONS_NOT_SAVED when there is too much to keep, DECISIONS_NOT_SETTLED when the file is replaced and the disk
 *   does not confirm it; file system errors when the file could not be replaced and holds what it held
 */
export async function replaceWhole(file: string, text: string): Promise<void> {
  const folder = dirname(file)
  const bytes = Buffer.byteLength(text)
  if (bytes > largestFile)
    throw notSaved(folder, new Error(`they have ${bytes} bytes; at most ${largestFile} are kept`))
  const temporary = `${file}.${randomUUID()}.tmp`
  // Opened before anything is written, so that a folder that cannot be opened fails before the file is replaced.
  const folderHandle = await open(folder, "r")
  try {
    await writeNew(temporary, text)
    await rename(temporary, file)
    await settle(folderHandle, file)
  } finally {
    await folderHandle.close()
    await rm(temporary, { force: true })
  }
}

/** Makes the new name last. Some file systems cannot sync a folder, and say so. */
async function settle(folder: FileHandle, file: string): Promise<void> {
  try {
    await folder.sync()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EINVAL") throw notSettled(file, error)
  }
}

async function writeNew(file: string, text: string): Promise<void> {
  const handle = await open(file, "wx", 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

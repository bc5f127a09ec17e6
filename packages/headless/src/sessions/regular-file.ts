import { constants } from "node:fs"
import { type Disk, errno, type FileFacts, fileMode } from "./disk.ts"
import { messageOf, SessionError, unreadable } from "./session-error.ts"

/** Of an opened file, and whether anything may be read from it. */
export interface OpenFile {
  readonly fd: number
  readonly facts: FileFacts
}

// No link is followed, and a pipe is not waited for.
const careful = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/**
 * Opens a file that is there.
 *
 * @param flags of `node:fs` constants
 * @returns undefined when there is none
 * @throws SessionError SESSION_UNREADABLE when it is a link, a folder, a pipe, a device, or not permitted
 */
export function openRegular(disk: Disk, path: string, flags: number): OpenFile | undefined {
  let fd: number
  try {
    fd = disk.open(path, flags | careful, fileMode)
  } catch (error) {
    if (errno(error) === "ENOENT") return undefined
    throw unreadable(path, refusalOf(error), error)
  }
  try {
    const facts = disk.facts(fd)
    if (facts.isFile()) return { fd, facts }
    throw unreadable(path, "is not a regular file")
  } catch (error) {
    disk.close(fd)
    throw error
  }
}

function refusalOf(error: unknown): string {
  const code = errno(error)
  if (code === "ELOOP") return "is a symbolic link"
  if (code === "ENXIO" || code === "EISDIR") return "is not a regular file"
  return `refuses (${messageOf(error)})`
}

/**
 * Reads a whole file.
 *
 * @param limit in bytes
 * @returns undefined when there is none
 * @throws SessionError SESSION_UNREADABLE as `openRegular`, or when it is larger than `limit`
 */
export function readWhole(disk: Disk, path: string, limit: number): Buffer | undefined {
  const found = openRegular(disk, path, constants.O_RDONLY)
  if (found === undefined) return undefined
  try {
    if (found.facts.size > limit)
      throw unreadable(path, `has ${found.facts.size} bytes; at most ${limit} are read`)
    return readRange(disk, found.fd, 0, Number(found.facts.size))
  } catch (error) {
    throw error instanceof SessionError ? error : unreadable(path, refusalOf(error), error)
  } finally {
    disk.close(found.fd)
  }
}

/** The bytes from `from` to before `to`, or to the end of the file if that comes sooner. */
export function readRange(disk: Disk, fd: number, from: number, to: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, to - from))
  let done = 0
  while (done < bytes.length) {
    const read = disk.read(fd, bytes.subarray(done), from + done)
    if (read === 0) break
    done += read
  }
  return bytes.subarray(0, done)
}

/** Writes all of it, in as many writes as that takes. */
export function writeAll(disk: Disk, fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) done += disk.write(fd, bytes.subarray(done))
}

/** Refuses a folder that is a link or no folder: what is in it would be elsewhere. */
export function requireFolder(disk: Disk, path: string): void {
  let found: FileFacts | undefined
  try {
    found = disk.entry(path)
  } catch (error) {
    throw unreadable(path, refusalOf(error), error)
  }
  if (found === undefined) throw unreadable(path, "is not there")
  if (!found.isDirectory()) throw unreadable(path, "is not a folder")
}

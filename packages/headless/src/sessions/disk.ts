import fs from "node:fs"
import { promisify } from "node:util"

/** What a file is and when it last changed, to the nanosecond. */
export type FileFacts = fs.BigIntStats

/**
 * The file operations of a session, each about one system call. The quick ones are synchronous: through the thread pool
 * they would take ten times as long. Only `sync`, which waits for the device, is not.
 *
 * Each throws the file system's own error. A layer around it can count, delay or end the process at an operation.
 */
export interface Disk {
  open(path: string, flags: number, mode: number): number
  close(fd: number): void
  /** Returns the number of bytes read, 0 at the end. */
  read(fd: number, into: Uint8Array, position: number): number
  /** Returns the number of bytes written, which may be fewer than given. */
  write(fd: number, bytes: Uint8Array): number
  truncate(fd: number, length: number): void
  facts(fd: number): FileFacts
  /** What the name itself is, a symbolic link not followed; undefined when there is none. */
  entry(path: string): FileFacts | undefined
  names(folder: string): string[]
  makeFolder(path: string): void
  link(from: string, to: string): void
  rename(from: string, to: string): void
  unlink(path: string): void
  removeFolder(path: string): void
  /** Resolves when the device has it. */
  sync(fd: number): Promise<void>
}

/** Modes of what a session makes: for the owner alone. */
const folderMode = 0o700
export const fileMode = 0o600

const fsync = promisify(fs.fsync)

/**
 * The file operations of Node: wrap them to count, delay or end a process at what a session writes.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { nodeDisk } from "@byhand/headless"
 * console.log(nodeDisk.entry("/nowhere/yet"), nodeDisk.names("/").length > 0) // undefined true
 * ```
 */
export const nodeDisk: Disk = {
  open: (path, flags, mode) => fs.openSync(path, flags, mode),
  close: (fd) => fs.closeSync(fd),
  read: (fd, into, position) => fs.readSync(fd, into, 0, into.length, position),
  write: (fd, bytes) => fs.writeSync(fd, bytes),
  truncate: (fd, length) => fs.ftruncateSync(fd, length),
  facts: (fd) => fs.fstatSync(fd, { bigint: true }),
  entry: (path) => fs.lstatSync(path, { bigint: true, throwIfNoEntry: false }),
  names: (folder) => fs.readdirSync(folder),
  makeFolder: (path) => fs.mkdirSync(path, { mode: folderMode }),
  link: (from, to) => fs.linkSync(from, to),
  rename: (from, to) => fs.renameSync(from, to),
  unlink: (path) => fs.unlinkSync(path),
  removeFolder: (path) => fs.rmdirSync(path),
  sync: fsync
}

/** The code of a file system error; undefined for anything else. */
export function errno(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  return typeof code === "string" ? code : undefined
}

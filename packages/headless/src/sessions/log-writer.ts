import type { Disk } from "./disk.ts"
import { notSaved } from "./session-error.ts"
import { writeAll } from "./regular-file.ts"

/** The end of a log that one process appends to. */
export class LogWriter {
  readonly fd: number
  readonly #disk: Disk
  readonly #path: string
  /** Bytes that are whole lines and were synced. */
  #end: number
  #isDamaged = false

  /** @param fd opened for reading and appending */
  constructor(disk: Disk, log: { fd: number; path: string; end: number }) {
    this.#disk = disk
    this.fd = log.fd
    this.#path = log.path
    this.#end = log.end
  }

  /** Whether what the device holds is not known any more. Opening the session again finds out. */
  get isDamaged(): boolean {
    return this.#isDamaged
  }

  /** Whether somebody else wrote to the log, or cut it. */
  get isForeign(): boolean {
    return this.#disk.facts(this.fd).size !== BigInt(this.#end)
  }

  /**
   * Writes lines, without waiting for the device.
   *
   * @throws SessionError SESSION_NOT_SAVED, after which the log is as it was
   */
  write(lines: Buffer): void {
    try {
      writeAll(this.#disk, this.fd, lines)
    } catch (error) {
      this.#cut()
      throw notSaved(this.#path, "Nothing of it is recorded.", error)
    }
  }

  get end(): number {
    return this.#end
  }

  /** The device has everything up to here. */
  confirm(end: number): void {
    this.#end = end
  }

  /**
   * The device refused to confirm what was written. It may have it or not, and may say so only once: the log is not written
   * again by this process.
   */
  refuse(error: unknown): Error {
    this.#cut()
    this.#isDamaged = true
    return notSaved(
      this.#path,
      "Whether it is recorded is not known; opening the session again tells.",
      error
    )
  }

  #cut(): void {
    try {
      this.#disk.truncate(this.fd, this.#end)
    } catch {
      // The next process to open the session cuts a torn append, and takes a whole one for what it is: recorded.
      this.#isDamaged = true
    }
  }
}

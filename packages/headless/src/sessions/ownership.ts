import { join } from "node:path"
import { type Disk, errno, type FileFacts } from "./disk.ts"
import { isUnpublished, unlinkIfThere, writeBeside, writeNew } from "./new-file.ts"
import { busy, ownerLine, type OwnerFound, type OwnerRecord, readOwner, releaseLine } from "./owner-record.ts"
import { writeAll } from "./regular-file.ts"
import { notSaved, SessionError } from "./session-error.ts"

/**
 * The right to write a session. The record of the highest number in `owners/` has it, and a number is never given twice:
 * the highest record stays when it is released. Ownership says something of running processes, so it is not synced.
 */
export class Ownership {
  readonly number: number
  /** What the owner before left. A log that was not released may hold what the device has not. */
  readonly predecessor: "none" | "released" | "died"
  readonly #disk: Disk
  readonly #path: string
  /** Of the record, from its first line until it is released. */
  readonly #fd: number
  readonly #identity: string

  private constructor(
    disk: Disk,
    folder: string,
    given: Pick<Ownership, "number" | "predecessor"> & { readonly fd: number }
  ) {
    this.#disk = disk
    this.number = given.number
    this.predecessor = given.predecessor
    this.#path = join(folder, String(given.number))
    this.#fd = given.fd
    this.#identity = identityOf(disk.facts(given.fd))
  }

  /** The record of the first owner, in a folder that nobody else knows yet: opened, and complete. */
  static firstRecord(disk: Disk, folder: string, at: string): number {
    return writeNew(disk, join(folder, "1"), ownerLine(at)).fd
  }

  /** The first owner, whose folder has its name now. */
  static first(disk: Disk, folder: string, fd: number): Ownership {
    return new Ownership(disk, folder, { number: 1, predecessor: "none", fd })
  }

  /**
   * Takes the session, if nobody has it. A dead owner's is taken at once.
   *
   * @param folder the session's `owners`
   * @throws SessionError SESSION_BUSY, SESSION_UNREADABLE, SESSION_NOT_SAVED
   */
  static take(disk: Disk, folder: string, id: string, at: string): Ownership {
    try {
      for (let attempt = 0; attempt < 32; attempt += 1) {
        const taken = Ownership.#attempt(disk, folder, id, at)
        if (taken !== undefined) return taken
      }
    } catch (error) {
      throw error instanceof SessionError ? error : notSaved(folder, "Nothing is changed.", error)
    }
    throw busy(id, folder, undefined)
  }

  static #attempt(disk: Disk, folder: string, id: string, at: string): Ownership | undefined {
    const highest = highestOf(disk.names(folder))
    const path = join(folder, String(highest))
    const found = highest === 0 ? undefined : readOwner(disk, path)
    if (highest !== 0 && found === undefined) return undefined // cleaned away by a later owner
    if (found?._tag === "Alive") throw busy(id, path, found.record)
    const number = highest + 1
    const { fd, path: ticket } = writeBeside(disk, path, ownerLine(at))
    let isPublished = false
    try {
      isPublished = publish(disk, ticket, join(folder, String(number)))
      if (isPublished && tidy(disk, folder, number))
        return new Ownership(disk, folder, { number, predecessor: predecessorOf(found), fd })
    } catch (error) {
      if (isPublished) empty(disk, fd)
      disk.close(fd)
      throw error
    }
    disk.close(fd)
    return undefined
  }

  /**
   * Whether this process still has it. A person may have removed its record; and a process that followed, wrongly or not, has
   * cleaned it away before it reads the log.
   */
  get isHeld(): boolean {
    return identityOf(this.#disk.entry(this.#path)) === this.#identity
  }

  /**
   * Lets the next process have what is held. It does not throw: a record that cannot be ended is the process's until it ends.
   *
   * @param isClean whether the device has all of the log. If not, the next owner finds the record of a dead one, and syncs.
   */
  release(at: string, isClean: boolean): void {
    try {
      if (isClean) writeAll(this.#disk, this.#fd, releaseLine(at))
      else empty(this.#disk, this.#fd)
    } catch {
      empty(this.#disk, this.#fd)
    } finally {
      this.#disk.close(this.#fd)
    }
  }
}

/** The live owner, if there is one. @throws SessionError SESSION_UNREADABLE */
export function ownerOf(disk: Disk, folder: string): OwnerRecord | undefined {
  const highest = highestOf(disk.names(folder))
  const found = highest === 0 ? undefined : readOwner(disk, join(folder, String(highest)))
  return found?._tag === "Alive" ? found.record : undefined
}

/** Gives the ticket its number, if nobody has it. */
function publish(disk: Disk, ticket: string, name: string): boolean {
  try {
    disk.link(ticket, name)
    return true
  } catch (error) {
    // ENOENT: the next owner swept the ticket away.
    if (errno(error) === "EEXIST" || errno(error) === "ENOENT") return false
    throw error
  } finally {
    clearAway(disk, ticket)
  }
}

function clearAway(disk: Disk, ticket: string): void {
  try {
    unlinkIfThere(disk, ticket)
  } catch {
    // The next process that opens the session sweeps it away.
  }
}

/**
 * Removes the records before this one.
 *
 * @returns false when this one is not the highest: whoever looked long ago may have got a number that was given and cleaned
 * away since
 */
function tidy(disk: Disk, folder: string, number: number): boolean {
  const names = disk.names(folder)
  if (highestOf(names) !== number) {
    unlinkIfThere(disk, join(folder, String(number)))
    return false
  }
  for (const name of names)
    if (numberOf(name) < number || isUnpublished(name)) unlinkIfThere(disk, join(folder, name))
  return true
}

function empty(disk: Disk, fd: number): void {
  try {
    disk.truncate(fd, 0)
  } catch {
    // The record stays, and is this process's until it ends.
  }
}

function predecessorOf(found: OwnerFound | undefined): Ownership["predecessor"] {
  return found === undefined ? "none" : found._tag === "Released" ? "released" : "died"
}

/** The number that a record's name gives; NaN for another file. */
function numberOf(name: string): number {
  return /^[1-9]\d{0,14}$/.test(name) ? Number(name) : Number.NaN
}

function highestOf(names: readonly string[]): number {
  return names.reduce((highest, name) => (numberOf(name) > highest ? numberOf(name) : highest), 0)
}

/** A file is told from a later one in its place, of the same number, by when it was last changed. */
function identityOf(facts: FileFacts | undefined): string {
  return facts === undefined ? "" : `${facts.ino}:${facts.ctimeNs}`
}

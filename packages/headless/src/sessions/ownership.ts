import { constants } from "node:fs"
import { join } from "node:path"
import { type Disk, errno, type FileFacts } from "./disk.ts"
import { isUnpublished, type NewFile, unlinkIfThere, writeBeside, writeNew } from "./new-file.ts"
import {
  busy,
  newOwnerRecord,
  type OwnerFound,
  type OwnerRecord,
  ownerText,
  readOwner
} from "./owner-record.ts"
import { openRegular } from "./regular-file.ts"
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
  readonly #folder: string
  readonly #record: OwnerRecord
  readonly #identity: string

  private constructor(
    disk: Disk,
    folder: string,
    given: Pick<Ownership, "number" | "predecessor">,
    record: OwnerRecord
  ) {
    this.#disk = disk
    this.#folder = folder
    this.number = given.number
    this.predecessor = given.predecessor
    this.#record = record
    this.#identity = identityOf(disk.entry(this.#path(given.number)))
  }

  /** The first owner, of a folder that nobody else knows yet. */
  static first(disk: Disk, folder: string, at: string): (finalFolder: string) => Ownership {
    const record = newOwnerRecord(at)
    disk.close(writeNew(disk, join(folder, "1"), ownerText(record)).fd)
    return (finalFolder) => new Ownership(disk, finalFolder, { number: 1, predecessor: "none" }, record)
  }

  /**
   * Takes the session, if nobody has it. A dead owner's is taken at once.
   *
   * @param folder the session's `owners`
   * @throws SessionError SESSION_BUSY, SESSION_UNREADABLE, SESSION_NOT_SAVED
   */
  static take(disk: Disk, folder: string, id: string, at: string): Ownership {
    const record = newOwnerRecord(at)
    try {
      for (let attempt = 0; attempt < 32; attempt += 1) {
        const taken = Ownership.#attempt(disk, folder, id, record)
        if (taken !== undefined) return taken
      }
    } catch (error) {
      throw error instanceof SessionError ? error : notSaved(folder, "Nothing is changed.", error)
    }
    throw busy(id, folder, undefined)
  }

  static #attempt(disk: Disk, folder: string, id: string, record: OwnerRecord): Ownership | undefined {
    const highest = highestOf(disk.names(folder))
    const path = join(folder, String(highest))
    const found = highest === 0 ? undefined : readOwner(disk, path)
    if (highest !== 0 && found === undefined) return undefined // cleaned away by a later owner
    if (found?._tag === "Alive") throw busy(id, path, found.record)
    const number = highest + 1
    const ticket = writeBeside(disk, path, ownerText(record))
    disk.close(ticket.fd)
    if (!publish(disk, ticket, join(folder, String(number)))) return undefined
    try {
      const names = disk.names(folder)
      // Whoever looked long ago may have got a number that was given and cleaned away since.
      if (highestOf(names) !== number) {
        unlinkIfThere(disk, join(folder, String(number)))
        return undefined
      }
      for (const name of names)
        if (numberOf(name) < number || isUnpublished(name)) unlinkIfThere(disk, join(folder, name))
    } catch (error) {
      emptyRecord(disk, join(folder, String(number)))
      throw error
    }
    return new Ownership(disk, folder, { number, predecessor: predecessorOf(found) }, record)
  }

  /**
   * Whether this process still has it. A person may have removed its record; and a process that followed, wrongly or not, has
   * cleaned it away before it reads the log.
   */
  get isHeld(): boolean {
    return identityOf(this.#disk.entry(this.#path(this.number))) === this.#identity
  }

  /**
   * Lets the next process have what is held. It does not throw: a record that cannot be replaced is the process's until it ends.
   *
   * @param isClean whether the device has all of the log. If not, the next owner finds the record of a dead one, and syncs.
   */
  release(at: string, isClean: boolean): void {
    const path = this.#path(this.number)
    try {
      if (!isClean) return emptyRecord(this.#disk, path)
      const file = writeBeside(this.#disk, path, ownerText({ ...this.#record, released_at_utc: at }))
      this.#disk.close(file.fd)
      this.#disk.rename(file.path, path)
    } catch {
      emptyRecord(this.#disk, path)
    }
  }

  #path(number: number): string {
    return join(this.#folder, String(number))
  }
}

/** The live owner, if there is one. @throws SessionError SESSION_UNREADABLE */
export function ownerOf(disk: Disk, folder: string): OwnerRecord | undefined {
  const highest = highestOf(disk.names(folder))
  const found = highest === 0 ? undefined : readOwner(disk, join(folder, String(highest)))
  return found?._tag === "Alive" ? found.record : undefined
}

/** Gives the ticket its number, if nobody has it. */
function publish(disk: Disk, ticket: NewFile, name: string): boolean {
  try {
    disk.link(ticket.path, name)
    return true
  } catch (error) {
    // ENOENT: the next owner swept the ticket away.
    if (errno(error) === "EEXIST" || errno(error) === "ENOENT") return false
    throw error
  } finally {
    clearAway(disk, ticket)
  }
}

function clearAway(disk: Disk, ticket: NewFile): void {
  try {
    unlinkIfThere(disk, ticket.path)
  } catch {
    // The next process that opens the session sweeps it away.
  }
}

function emptyRecord(disk: Disk, path: string): void {
  try {
    const file = openRegular(disk, path, constants.O_WRONLY)
    if (file === undefined) return
    disk.truncate(file.fd, 0)
    disk.close(file.fd)
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

import { dirname, join } from "node:path"
import { answerFileText, answerPath } from "./answer-record.ts"
import { archivePath, archiveText } from "./archive.ts"
import type { Disk } from "./disk.ts"
import type { Document } from "./fold.ts"
import { discard, type NewFile, unlinkIfThere, writeBeside } from "./new-file.ts"
import { type Projections, renderAll, type StatesOf } from "./projection.ts"
import { readWhole } from "./regular-file.ts"

/** What each file of a session should hold, by its path in the folder; undefined for one that should not be there. */
export type Wanted = Map<string, Buffer | undefined>

/** The texts of files that are made once, from the log. */
export function documentTexts(disk: Disk, log: number, documents: readonly Document[]): Wanted {
  const wanted: Wanted = new Map()
  for (const document of documents)
    if (document._tag === "Archive")
      wanted.set(archivePath(document.archive.turn_id), archiveText(disk, log, document.archive))
    else if (document.request !== null)
      wanted.set(
        answerPath(document.request.answer_id),
        answerFileText(document.event.payload, document.request.request)
      )
  return wanted
}

/** The texts of files that follow the log. */
export function renderedFiles<P extends Projections>(projections: P, states: StatesOf<P>): Wanted {
  const wanted: Wanted = new Map()
  for (const [name, text] of renderAll(projections, states))
    wanted.set(name, text === undefined ? undefined : Buffer.from(text))
  return wanted
}

/**
 * The files that are not as they should be.
 *
 * @param known what files hold that need not be read
 * @throws SessionError SESSION_UNREADABLE when something else is in a file's place
 */
export function differing(disk: Disk, folder: string, wanted: Wanted, known: Wanted = new Map()): Wanted {
  const different: Wanted = new Map()
  for (const [name, bytes] of wanted) {
    const path = join(folder, name)
    const found = known.has(name) ? known.get(name) : readWhole(disk, path, Number.MAX_SAFE_INTEGER)
    const isSame = bytes === undefined ? found === undefined : found?.equals(bytes) === true
    if (!isSame) different.set(name, bytes)
  }
  return different
}

/**
 * Files that are written beside the ones they will replace. Whoever reads, at whatever moment, reads the old file or the new
 * one; the caller syncs them between `stage` and `publish`, and the folders after it.
 */
export class StagedFiles {
  readonly #disk: Disk
  readonly #files: (NewFile & { readonly target: string })[] = []
  readonly #removed: string[] = []

  private constructor(disk: Disk) {
    this.#disk = disk
  }

  /** @throws file system errors, after which nothing is left of it */
  static stage(disk: Disk, folder: string, wanted: Wanted): StagedFiles {
    const staged = new StagedFiles(disk)
    try {
      for (const [name, bytes] of wanted) {
        const target = join(folder, name)
        if (bytes === undefined) staged.#removed.push(target)
        else staged.#files.push({ ...writeBeside(disk, target, bytes), target })
      }
    } catch (error) {
      staged.discard()
      throw error
    }
    return staged
  }

  get fds(): readonly number[] {
    return this.#files.map(({ fd }) => fd)
  }

  /** Gives each its name. Returns the folders whose names are to be synced. @throws file system errors; `discard` then */
  publish(): ReadonlySet<string> {
    const folders = new Set<string>()
    for (let file = this.#files[0]; file !== undefined; file = this.#files[0]) {
      this.#disk.rename(file.path, file.target)
      this.#disk.close(file.fd)
      this.#files.shift()
      folders.add(dirname(file.target))
    }
    for (const path of this.#removed) {
      unlinkIfThere(this.#disk, path)
      folders.add(dirname(path))
    }
    return folders
  }

  discard(): void {
    for (const file of this.#files.splice(0)) discard(this.#disk, file)
  }
}

import { join } from "node:path"
import { answerFileText } from "./answer-record.ts"
import { archiveText } from "./archive.ts"
import type { Disk } from "./disk.ts"
import { type Document, documentPath } from "./fold.ts"
import { unlinkIfThere, writeBeside } from "./new-file.ts"
import { type Projections, renderAll, type StatesOf } from "./projection.ts"
import { readWhole } from "./regular-file.ts"

/** What each file of a session should hold, by its path in the folder; undefined for one that should not be there. */
export type Wanted = Map<string, Buffer | undefined>

/** The texts of files that are made once, from the log. */
export function documentTexts(disk: Disk, log: number, documents: readonly Document[]): Wanted {
  const wanted: Wanted = new Map()
  for (const document of documents)
    wanted.set(
      documentPath(document),
      document._tag === "Archive"
        ? archiveText(disk, log, document.archive)
        : answerFileText(document.event.payload, document.request.request)
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
 * one.
 */
export class StagedFiles {
  readonly #disk: Disk
  readonly #files: { readonly path: string; readonly target: string }[] = []
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
        else {
          const { fd, path } = writeBeside(disk, target, bytes)
          staged.#files.push({ path, target })
          disk.close(fd)
        }
      }
    } catch (error) {
      staged.discard()
      throw error
    }
    return staged
  }

  /** Gives each its name. @throws file system errors; `discard` then */
  publish(): void {
    for (let file = this.#files[0]; file !== undefined; file = this.#files[0]) {
      this.#disk.rename(file.path, file.target)
      this.#files.shift()
    }
    for (const path of this.#removed) unlinkIfThere(this.#disk, path)
  }

  discard(): void {
    for (const { path } of this.#files.splice(0)) unlinkIfThere(this.#disk, path)
  }
}

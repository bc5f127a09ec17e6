import { join } from "node:path"
import type { Disk } from "./disk.ts"
import { type Document, documentPath, type Fold } from "./fold.ts"
import type { Projections } from "./projection.ts"
import { differing, documentTexts, renderedFiles, StagedFiles, type Wanted } from "./projection-files.ts"
import { notSaved, SessionError } from "./session-error.ts"
import type { SessionPaths } from "./session-paths.ts"
import { snapshotFrom, snapshotText } from "./snapshot.ts"
import { syncFiles, syncRound } from "./sync-round.ts"

/**
 * Writes what the log says into the files that people and programs read. It never has a say in what the log says, so nobody
 * waits until the device has them: what a power loss takes is written again when the session is opened. Only a snapshot
 * spares that, and is written after the files that it speaks for are on the device.
 */
export class Publisher<P extends Projections> {
  readonly #disk: Disk
  readonly #paths: SessionPaths
  readonly #projections: P
  readonly #log: number
  /** Files that are made once and are not there yet. */
  #documents: Document[]
  /** Those, and the ones that were found or written, as long as the device may not have them: by name. */
  readonly #unsynced = new Set<string>()
  /** What files hold that only this process writes. */
  readonly #known: Wanted = new Map()
  #publishedSeq: number | undefined
  #rendered: Wanted = new Map()
  #rebuilt: readonly string[] = []

  constructor(
    disk: Disk,
    paths: SessionPaths,
    projections: P,
    log: { fd: number; documents: readonly Document[]; isNew: boolean }
  ) {
    this.#disk = disk
    this.#paths = paths
    this.#projections = projections
    this.#log = log.fd
    this.#documents = [...log.documents]
    for (const document of log.documents) this.#unsynced.add(documentPath(document))
    // In a session that was only just made there is none.
    const files = log.isNew ? Object.values(projections).flatMap((projection) => projection.files) : []
    for (const file of files) this.#known.set(file, undefined)
  }

  /** The names of the files that were written last. */
  get rebuilt(): readonly string[] {
    return this.#rebuilt
  }

  /** @param documents of events that this process recorded */
  add(documents: readonly Document[]): void {
    this.#documents.push(...documents)
    for (const document of documents) {
      const path = documentPath(document)
      this.#unsynced.add(path)
      if (document._tag === "Archive") this.#known.set(path, undefined)
    }
  }

  /** What a file that is made once holds already. */
  know(path: string, bytes: Buffer): void {
    this.#known.set(path, bytes)
  }

  isPublished(seq: number): boolean {
    return this.#publishedSeq === seq && this.#documents.length === 0
  }

  /** Writes the files beside the ones they replace. @throws SessionError SESSION_NOT_SAVED, SESSION_UNREADABLE */
  stage(fold: Fold<P>): StagedFiles {
    return this.#attempt(() => {
      this.#rendered = renderedFiles(this.#projections, fold.states)
      const wanted = new Map([...documentTexts(this.#disk, this.#log, this.#documents), ...this.#rendered])
      const different = differing(this.#disk, this.#paths.folder, wanted, this.#known)
      this.#rebuilt = [...different.keys()]
      return StagedFiles.stage(this.#disk, this.#paths.folder, different)
    })
  }

  /** Gives the files their names: only after the log that they show was synced. @throws SessionError SESSION_NOT_SAVED */
  publish(staged: StagedFiles, seq: number): void {
    this.#attempt(() => staged.publish())
    for (const [name, bytes] of this.#rendered) this.#known.set(name, bytes)
    this.#documents = []
    this.#publishedSeq = seq
  }

  /**
   * Writes a snapshot of a log that will not grow before it is opened again; none of a short one. It promises the files that
   * are made once, so the device has them before. The files that follow the log are compared with it at every opening, and
   * what a power loss leaves of the snapshot itself is told by its digest.
   *
   * @throws SessionError SESSION_NOT_SAVED
   */
  async writeSnapshot(fold: Fold<P>): Promise<void> {
    if (fold.end < snapshotFrom) return
    try {
      const { folder, answers, turns } = this.#paths
      const names = [...this.#unsynced]
      await syncFiles(
        this.#disk,
        names.map((name) => join(folder, name))
      )
      if (names.length > 0) await syncRound(this.#disk, [], [answers, turns])
      this.#unsynced.clear()
      const text = snapshotText(this.#projections, fold, this.#disk.facts(this.#log))
      const staged = StagedFiles.stage(this.#disk, folder, new Map([["snapshot.json", text]]))
      try {
        staged.publish()
      } catch (error) {
        staged.discard()
        throw error
      }
    } catch (error) {
      throw this.#notPublished(error)
    }
  }

  #attempt<T>(work: () => T): T {
    try {
      return work()
    } catch (error) {
      throw error instanceof SessionError ? error : this.#notPublished(error)
    }
  }

  #notPublished(error: unknown): SessionError {
    const consequence =
      "The events are recorded; the files beside the log show them once the session is opened again."
    return notSaved(this.#paths.folder, consequence, error)
  }
}

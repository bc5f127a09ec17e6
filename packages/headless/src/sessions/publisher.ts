import { archivePath } from "./archive.ts"
import type { Disk } from "./disk.ts"
import type { Document, Fold } from "./fold.ts"
import type { Projections } from "./projection.ts"
import { differing, documentTexts, renderedFiles, StagedFiles, type Wanted } from "./projection-files.ts"
import { notSaved, SessionError } from "./session-error.ts"
import type { SessionPaths } from "./session-paths.ts"
import { snapshotFrom, snapshotText } from "./snapshot.ts"
import { syncRound } from "./sync-round.ts"

/** Writes what the log says into the files that people and programs read. It never has a say in what the log says. */
export class Publisher<P extends Projections> {
  readonly #disk: Disk
  readonly #paths: SessionPaths
  readonly #projections: P
  readonly #log: number
  /** Files that are made once and are not there yet. */
  #documents: Document[]
  /** Folders with names that the device may not have. */
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
    for (const document of documents)
      if (document._tag === "Archive") this.#known.set(archivePath(document.archive.turn_id), undefined)
  }

  /** A name in this folder has to last. */
  addUnsynced(folder: string): void {
    this.#unsynced.add(folder)
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

  /** Waits for the staged files and for the folders of the ones before. @throws SessionError SESSION_NOT_SAVED */
  async sync(staged?: readonly number[]): Promise<void> {
    const folders = [...this.#unsynced]
    try {
      await syncRound(this.#disk, staged ?? [], folders)
    } catch (error) {
      throw this.#notPublished(error)
    }
    for (const folder of folders) this.#unsynced.delete(folder)
  }

  /** Gives the synced files their names: only after the log that they show was synced. @throws SessionError SESSION_NOT_SAVED */
  publish(staged: StagedFiles, seq: number): void {
    this.#attempt(() => {
      for (const folder of staged.publish()) this.#unsynced.add(folder)
    })
    for (const [name, bytes] of this.#rendered) this.#known.set(name, bytes)
    this.#documents = []
    this.#publishedSeq = seq
  }

  /** A snapshot of a log that will not grow before it is opened again; undefined for a short one. */
  stageSnapshot(fold: Fold<P>): StagedFiles | undefined {
    if (fold.end < snapshotFrom) return undefined
    return this.#attempt(() => {
      const text = snapshotText(this.#projections, fold, this.#disk.facts(this.#log))
      return StagedFiles.stage(this.#disk, this.#paths.folder, new Map([["snapshot.json", text]]))
    })
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

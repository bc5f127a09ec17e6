import type { Document, Fold } from "./fold.ts"
import type { Projections } from "./projection.ts"
import { snapshotFrom } from "./snapshot.ts"

/** What the bytes of a log say: everything, from the first one to the last whole append. */
export interface ReadLog<P extends Projections> {
  readonly bytes: Buffer
  readonly fold: Fold<P>
  readonly documents: readonly Document[]
}

/** So many short logs, of less than 16 KB each, are held by a process at most. */
const atMost = 64

/**
 * What short logs said when this process read or wrote them last. A log is read each time all the same: one that has the same
 * bytes says the same, and is not decoded again. Nothing else is believed, neither a time nor a size.
 */
export class ShortLogs<P extends Projections> {
  // In the order in which they were used last.
  readonly #known = new Map<string, ReadLog<P>>()

  find(path: string, bytes: Buffer): ReadLog<P> | undefined {
    const found = this.#known.get(path)
    return found?.bytes.equals(bytes) === true ? found : undefined
  }

  keep(path: string, read: ReadLog<P>): void {
    this.#known.delete(path)
    if (read.bytes.length >= snapshotFrom) return
    this.#known.set(path, read)
    for (const oldest of this.#known.keys()) {
      if (this.#known.size <= atMost) break
      this.#known.delete(oldest)
    }
  }
}

/** Collects what one process writes to a log, as long as the log is short. */
export class WrittenLog<P extends Projections> {
  #parts: Buffer[] | undefined
  readonly #documents: Document[]

  /** @param before what the log said before; undefined when that is not known to the byte */
  constructor(before: Pick<ReadLog<P>, "bytes" | "documents"> | undefined) {
    this.#parts = before === undefined ? undefined : [before.bytes]
    this.#documents = [...(before?.documents ?? [])]
  }

  add(lines: Buffer, documents: readonly Document[], end: number): void {
    if (end >= snapshotFrom) this.#parts = undefined
    if (this.#parts === undefined) return
    this.#parts.push(lines)
    this.#documents.push(...documents)
  }

  /** Everything, once the last of it is on the device; undefined for a log that is not short. */
  read(fold: Fold<P>): ReadLog<P> | undefined {
    return this.#parts === undefined
      ? undefined
      : { bytes: Buffer.concat(this.#parts), fold, documents: this.#documents }
  }
}

import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync
} from "node:fs"
import { join } from "node:path"
import type { JsonObject } from "@byhand/envelope"

/** What is known of a key. */
export type KeyRecord = { readonly fingerprint: string } & (
  | { readonly state: "running"; readonly pid: number }
  | { readonly state: "done"; readonly data: JsonObject | null }
)

/** What is known of one idempotency key, in a file of its own. */
export class KeyStore {
  readonly #folder: string
  readonly #file: string

  /** @param name a file's name for the key */
  constructor(folder: string, name: string) {
    this.#folder = folder
    this.#file = join(folder, `${name}.json`)
  }

  /** Claims the key for this process, or says what is known of it. Of two processes one gets it. */
  claim(fingerprint: string): KeyRecord | undefined {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    try {
      write(this.#file, { fingerprint, state: "running", pid: process.pid })
      return undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
    }
    return this.#read(fingerprint)
  }

  /** Keeps the result of the call that claimed the key. */
  settle(fingerprint: string, data: JsonObject | null): void {
    const temporary = `${this.#file}.${process.pid}`
    rmSync(temporary, { force: true })
    write(temporary, { fingerprint, state: "done", data })
    renameSync(temporary, this.#file)
  }

  /** Lets go of the key: the call did not come to a result. */
  giveUp(): void {
    rmSync(this.#file, { force: true })
  }

  #read(fingerprint: string): KeyRecord {
    try {
      return JSON.parse(readFileSync(this.#file, "utf8")) as KeyRecord
    } catch {
      // Claimed, and cut off before that was written; or let go of in this very moment, which the next call will see.
      return { fingerprint, state: "running", pid: 0x7fffffff }
    }
  }
}

function write(file: string, record: KeyRecord): void {
  const descriptor = openSync(file, "wx", 0o600)
  try {
    writeSync(descriptor, JSON.stringify(record))
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

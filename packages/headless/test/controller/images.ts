import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Disk, nodeDisk } from "../../src/index.ts"
import { watchedDisk } from "../sessions/watched-disk.ts"

/** What a process that is killed at one moment leaves: the files under its folder, and how often it had asked the model. */
export interface Image {
  readonly calls: number
  /** By path; null for a folder. A character is a byte. */
  readonly files: ReadonlyMap<string, string | null>
}

/**
 * Takes an image before every change of a file, and of every write one after its first byte, half of them, and all but one.
 * A kill between two changes leaves what an image before the second one shows.
 */
export class Album {
  /** The different ones, in their order. */
  readonly images: Image[] = []
  readonly disk: Disk
  /** Moments at which the process could have been killed. */
  moments = 0
  readonly #root: string
  readonly #calls: () => number
  readonly #known = new Set<string>()

  constructor(root: string, calls: () => number) {
    this.#root = root
    this.#calls = calls
    const watched = watchedDisk((_name, _given, isChange) => {
      if (isChange) this.take()
    })
    this.disk = { ...watched, write: (fd, bytes) => this.#write(fd, bytes) }
  }

  readonly take = (): void => {
    this.moments += 1
    const image = { calls: this.#calls(), files: readAll(this.#root) }
    const key = JSON.stringify([image.calls, ...told(image.files)])
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.images.push(image)
  }

  #write(fd: number, bytes: Uint8Array): number {
    let done = 0
    for (const end of [1, Math.ceil(bytes.length / 2), bytes.length - 1, bytes.length]) {
      this.take()
      while (done < end) done += nodeDisk.write(fd, bytes.subarray(done, end))
    }
    return done
  }
}

/** What tells one image from another: an unpublished file has a name that nobody knows, and nobody reads what is in it. */
function told(files: ReadonlyMap<string, string | null>): readonly (readonly [string, string | null])[] {
  return Array.from(files, ([name, bytes]) =>
    name.endsWith(".tmp") ? ["tmp", ""] : [name.replace(/\.new\/[0-9a-f]+/, ".new/?"), bytes]
  )
}

function readAll(folder: string, prefix = "", into = new Map<string, string | null>()) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const name = `${prefix}${entry.name}`
    const path = join(folder, entry.name)
    into.set(name, entry.isDirectory() ? null : readFileSync(path, "latin1"))
    if (entry.isDirectory()) readAll(path, `${name}/`, into)
  }
  return into
}

/**
 * Makes the files of an image. Their process is gone: its records of who has a session are those of a process of long ago.
 */
export function develop({ files }: Image, root: string): void {
  for (const [name, bytes] of files) {
    const path = join(root, name)
    if (bytes === null) mkdirSync(path, { mode: 0o700 })
    else writeFileSync(path, bury(name, bytes), { mode: 0o600, encoding: "latin1" })
  }
}

function bury(name: string, bytes: string): string {
  return /owners\/\d+$/.test(name) ? bytes.replace(/"started":"\d+"/, '"started":"1"') : bytes
}

import { createHash } from "node:crypto"
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs"
import { join } from "node:path"

/** What was at some paths at one moment: a digest of the bytes of each file and folder, or that nothing was there. */
export type Snapshot = ReadonlyMap<string, string>

/** Reads files, and folders with all that is in them, following no link. Times do not count. */
export function snapshot(paths: readonly string[]): Snapshot {
  return new Map(paths.map((path) => [path, digestOf(path)]))
}

/** The paths that differ. */
export function changed(before: Snapshot, after: Snapshot): readonly string[] {
  return [...before].filter(([path, was]) => after.get(path) !== was).map(([path]) => path)
}

function digestOf(path: string): string {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (found === undefined) return "absent"
  if (found.isSymbolicLink()) return digest("link", readlinkSync(path))
  if (found.isFile()) return digest("file", readFileSync(path))
  if (!found.isDirectory()) return digest("other", String(found.mode))
  const names = readdirSync(path).toSorted()
  return digest("folder", JSON.stringify(names.map((name) => [name, digestOf(join(path, name))])))
}

function digest(kind: string, content: string | Buffer): string {
  return `${kind} ${createHash("sha256").update(content).digest("hex")}`
}

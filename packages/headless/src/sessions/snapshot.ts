import type { Disk, FileFacts } from "./disk.ts"
import type { Fold } from "./fold.ts"
import type { Projections } from "./projection.ts"
import { readWhole } from "./regular-file.ts"
import { sha256Of } from "./sha256.ts"
import { isObject, schemaVersion } from "./stored-event.ts"

/** A log shorter than this, in bytes, is read faster than a snapshot of it is written. */
export const snapshotFrom = 16 * 1024

const largestSnapshot = 64 * 1024 * 1024

/** What a snapshot was good for: "passed over" is one that was not to be trusted, whatever it says. */
export type SnapshotUse = "used" | "absent" | "damaged" | "outdated" | "passed over"

/** What a snapshot says, before it is believed. */
export interface Snapshot<P extends Projections> {
  /** Of the log as it was: a log that was touched since is read from its beginning. */
  readonly log: string
  readonly versions: string
  readonly fold: Fold<P>
}

/**
 * The text of a snapshot: how far into the log it goes, the digest up to there, and what was known there. It saves reading
 * the log again; the log stays the authority.
 *
 * @param log the facts of the log when its last line was synced
 */
export function snapshotText<P extends Projections>(projections: P, fold: Fold<P>, log: FileFacts): Buffer {
  const { seq, end, digest, ledger, states } = fold
  const body = JSON.stringify({
    schema: schemaVersion,
    log: fingerprint(log),
    versions: versionsOf(projections),
    seq,
    offset: end,
    digest,
    ledger,
    states
  })
  return Buffer.from(`{"sha256":"${sha256Of(body)}","snapshot":${body}}\n`)
}

/**
 * Reads a snapshot.
 *
 * @throws SessionError SESSION_UNREADABLE when a link, a folder or a pipe is in its place
 */
export function readSnapshot<P extends Projections>(
  disk: Disk,
  path: string
): Snapshot<P> | "absent" | "damaged" {
  const bytes = readWhole(disk, path, largestSnapshot)
  if (bytes === undefined) return "absent"
  const text = bytes.toString("utf8")
  const found = /^\{"sha256":"([0-9a-f]{64})","snapshot":/.exec(text)
  const body = found === null ? "" : text.slice(found[0].length, -2)
  if (found?.[1] !== sha256Of(body)) return "damaged"
  const snapshot: unknown = JSON.parse(body)
  if (!isObject(snapshot) || snapshot["schema"] !== schemaVersion) return "damaged"
  const { log, versions, seq, offset, digest, ledger, states } = snapshot
  // The digest of the whole text says that it is as it was written, so what it holds needs no check of its own.
  return { log, versions, fold: { seq, end: offset, digest, ledger, states } } as Snapshot<P>
}

/** Whether the log is the one of the snapshot, untouched since, and the projections mean what they meant. */
export function isCurrent<P extends Projections>(
  snapshot: Snapshot<P>,
  projections: P,
  log: FileFacts
): boolean {
  return snapshot.log === fingerprint(log) && snapshot.versions === versionsOf(projections)
}

/** Any write to a file, its truncation and its replacement change one of these. */
function fingerprint({ dev, ino, size, mtimeNs, ctimeNs }: FileFacts): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(":")
}

function versionsOf(projections: Projections): string {
  return Object.keys(projections)
    .toSorted()
    .map((name) => `${name}:${projections[name]?.version}`)
    .join(" ")
}

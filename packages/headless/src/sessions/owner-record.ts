import type { Disk } from "./disk.ts"
import { isGone, type ProcessIdentity, readIdentity, thisProcess } from "./process-identity.ts"
import { readWhole } from "./regular-file.ts"
import { SessionError, unreadable } from "./session-error.ts"

/** Who writes a session. */
export interface OwnerRecord extends ProcessIdentity {
  readonly at_utc: string
  /** Null while it does. */
  readonly released_at_utc: string | null
}

export function newOwnerRecord(at: string): OwnerRecord {
  return { ...thisProcess(), at_utc: at, released_at_utc: null }
}

export function ownerText(record: OwnerRecord): Buffer {
  return Buffer.from(`${JSON.stringify(record)}\n`)
}

/** What a record says of the session: nobody writes it, its writer died, or its writer may be at work. */
export type OwnerFound =
  | { readonly _tag: "Released" }
  | { readonly _tag: "Died" }
  | { readonly _tag: "Alive"; readonly record: OwnerRecord }

/**
 * Reads an owner record.
 *
 * @returns undefined when there is none
 * @throws SessionError SESSION_UNREADABLE when it is no record
 */
export function readOwner(disk: Disk, path: string): OwnerFound | undefined {
  const bytes = readWhole(disk, path, 64 * 1024)
  if (bytes === undefined) return undefined
  // A record is complete before it has its name. What empties it is a power loss, which no writer survives, or an owner that
  // could not leave the session as it should.
  if (bytes.length === 0) return { _tag: "Died" }
  const record = recordOf(bytes.toString("utf8"))
  if (record === undefined) throw unreadable(path, "does not say who writes the session")
  if (record.released_at_utc !== null) return { _tag: "Released" }
  return isGone(record) ? { _tag: "Died" } : { _tag: "Alive", record }
}

function recordOf(text: string): OwnerRecord | undefined {
  try {
    const found = JSON.parse(text) as Record<string, unknown>
    const identity = readIdentity(found)
    const { at_utc, released_at_utc } = found
    return identity !== undefined &&
      typeof at_utc === "string" &&
      (released_at_utc === null || typeof released_at_utc === "string")
      ? { ...identity, at_utc, released_at_utc }
      : undefined
  } catch {
    return undefined
  }
}

/** Another process writes the session, or may. */
export function busy(id: string, path: string, record: OwnerRecord | undefined): SessionError {
  const here = thisProcess()
  const who =
    record === undefined
      ? "another process"
      : `process ${record.pid} on ${record.host}, since ${record.at_utc}`
  const isHere =
    record?.host === here.host &&
    record.machine === here.machine &&
    record.pid_namespace === here.pid_namespace
  return new SessionError({
    code: "SESSION_BUSY",
    retryable: true,
    message: `The session ${id} is in use by ${who}. Nothing is changed.`,
    suggestion: isHere
      ? "Wait until it has ended, and try again"
      : `Wait until it has ended, and try again; if it is certainly gone, remove ${path}`,
    context: { session: id, ...(record === undefined ? {} : { pid: record.pid, host: record.host }) }
  })
}

import type { Disk } from "./disk.ts"
import { isGone, type ProcessIdentity, readIdentity, thisProcess } from "./process-identity.ts"
import { readWhole } from "./regular-file.ts"
import { SessionError, unreadable } from "./session-error.ts"

/** Who writes a session, since when: the first line of a record. The second one says that it was let go. */
export interface OwnerRecord extends ProcessIdentity {
  readonly at_utc: string
}

/** The first line of a record of this process. */
export function ownerLine(at: string): Buffer {
  return lineOf({ ...thisProcess(), at_utc: at })
}

/** The line that ends a record. */
export function releaseLine(at: string): Buffer {
  return lineOf({ released_at_utc: at })
}

function lineOf(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`)
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
  const [first = "", second = ""] = bytes.toString("utf8").split("\n", 2)
  const record = recordOf(first)
  if (record === undefined) throw unreadable(path, "does not say who writes the session")
  if (isRelease(second)) return { _tag: "Released" }
  return isGone(record) ? { _tag: "Died" } : { _tag: "Alive", record }
}

function recordOf(text: string): OwnerRecord | undefined {
  try {
    const found = JSON.parse(text) as Record<string, unknown>
    const identity = readIdentity(found)
    const { at_utc } = found
    return identity !== undefined && typeof at_utc === "string" ? { ...identity, at_utc } : undefined
  } catch {
    return undefined
  }
}

/** Half a line releases nothing: who wrote it was killed, and is told to be gone by its process. */
function isRelease(line: string): boolean {
  try {
    return typeof (JSON.parse(line) as Record<string, unknown>)["released_at_utc"] === "string"
  } catch {
    return false
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

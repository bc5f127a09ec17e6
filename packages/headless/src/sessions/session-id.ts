import { randomBytes } from "node:crypto"
import { join } from "node:path"
import { SessionError } from "./session-error.ts"

const shape = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/

/**
 * A new session's id.
 *
 * @returns "S-" and 48 random bits in hexadecimal. It never throws.
 *
 * Requirement: ADR-0019
 *
 * @example
 * ```ts
 * import { newSessionId } from "@byhand/headless"
 * console.log(/^S-[0-9a-f]{12}$/.test(newSessionId())) // true
 * ```
 */
export function newSessionId(): string {
  return `S-${randomBytes(6).toString("hex")}`
}

/** Tells one session's actions from another's of the same id on another machine: 40 random bits. */
export function newNonce(): string {
  return `I-${randomBytes(5).toString("hex")}`
}

/** Whether it can be the name of a session's folder. */
export function isSessionId(id: string): boolean {
  return shape.test(id)
}

/**
 * The folder of a session. An id is one plain name, so no id leads out of the root.
 *
 * @throws SessionError SESSION_ID_INVALID
 */
export function folderOf(root: string, id: string): string {
  if (isSessionId(id)) return join(root, id)
  throw new SessionError({
    code: "SESSION_ID_INVALID",
    message:
      `A session's id is 1 to 64 of the characters A-Z a-z 0-9 . _ -, beginning with a letter or digit. ` +
      `Received ${JSON.stringify(id.slice(0, 100))}.`,
    suggestion: "Give the id as it was printed"
  })
}

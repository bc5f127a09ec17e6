import { join } from "node:path"
import { answerFileText, answerPath, type AnswerRecord } from "./answer-record.ts"
import { type Disk, errno } from "./disk.ts"
import type { InputRequest } from "./ledger.ts"
import { discard, writeBeside } from "./new-file.ts"
import { readWhole, requireFolder } from "./regular-file.ts"
import { notSaved, SessionError, unreadable } from "./session-error.ts"
import type { SessionPaths } from "./session-paths.ts"
import { sha256Of } from "./sha256.ts"
import { largestLine } from "./stored-event.ts"
import { syncRound } from "./sync-round.ts"

/**
 * The answer that was claimed for an open input request.
 *
 * @throws SessionError SESSION_UNREADABLE when what is in its place is no answer to it
 */
export function claimedAnswer(
  disk: Disk,
  paths: SessionPaths,
  input: InputRequest | null
): AnswerRecord | undefined {
  if (input?.state !== "open") return undefined
  const path = join(paths.folder, answerPath(input.answer_id))
  // Mostly there is none, and an open that fails costs more than a look.
  const bytes = disk.entry(path) === undefined ? undefined : readWhole(disk, path, largestLine)
  if (bytes === undefined) return undefined
  const record = recordOf(bytes.toString("utf8"))
  // Built again, it must be the same to the byte: the file was complete before it had its name.
  if (record?.answer_id !== input.answer_id || !answerFileText({ ...record }, input.request).equals(bytes))
    throw unreadable(path, "is not a whole answer to the open request")
  return record
}

function recordOf(text: string): AnswerRecord | undefined {
  try {
    const { answer_id, input_id, turn_id, answer, sha256, at_utc, by } = JSON.parse(text) as AnswerRecord
    return sha256 === sha256Of(answer)
      ? { answer_id, input_id, turn_id, answer, sha256, at_utc, by }
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Gives an open input request its answer, if it has none. Of any number of processes, one does.
 *
 * @returns the answer that the request has; it is `record` if this call won
 * @throws SessionError SESSION_NOT_SAVED, SESSION_UNREADABLE
 */
export async function claimAnswer(
  disk: Disk,
  paths: SessionPaths,
  input: InputRequest,
  record: AnswerRecord
): Promise<AnswerRecord> {
  requireFolder(disk, paths.answers)
  const path = join(paths.folder, answerPath(input.answer_id))
  const bytes = answerFileText({ ...record }, input.request)
  try {
    for (;;) {
      const found = claimedAnswer(disk, paths, input)
      if (found !== undefined) {
        // Somebody is told of this answer now, so it must not be lost any more.
        await syncRound(disk, [], [paths.answers])
        return found
      }
      if (await publishOnce(disk, path, bytes)) return record
    }
  } catch (error) {
    throw error instanceof SessionError ? error : notSaved(path, "The answer is not recorded.", error)
  }
}

async function publishOnce(disk: Disk, path: string, bytes: Buffer): Promise<boolean> {
  const file = writeBeside(disk, path, bytes)
  try {
    await syncRound(disk, [file.fd])
    disk.link(file.path, path)
    return true
  } catch (error) {
    // ENOENT: the process that opened the session meanwhile swept the unpublished file away.
    if (errno(error) === "EEXIST" || errno(error) === "ENOENT") return false
    throw error
  } finally {
    discard(disk, file)
  }
}

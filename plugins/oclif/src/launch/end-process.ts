/** How long a handle that a command left open may keep the process after its last word, in milliseconds. */
const grace = 500

/**
 * Ends the process with this exit code: by itself when nothing is left to do, and a moment later when a command left a
 * handle open. Everything is written by then, so nothing is cut off.
 */
export function endProcess(exitCode: number): void {
  process.exitCode = exitCode
  setTimeout(() => {
    // oxlint-disable-next-line unicorn/no-process-exit -- the envelope is drained; only a stray handle is left
    process.exit(exitCode)
  }, grace).unref()
}

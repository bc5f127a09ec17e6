import { writeSync } from "node:fs"

const pause = new Int32Array(new SharedArrayBuffer(4))

/**
 * Writes all bytes to a file descriptor before it returns, also when that is a full pipe in non-blocking mode.
 *
 * @param stallMs - how long in milliseconds to wait for a reader that takes nothing at all
 * @throws the system's error; EAGAIN when the reader stalls
 */
export function writeWhole(fd: number, bytes: Uint8Array, stallMs: number): void {
  let offset = 0
  let progress = Date.now()
  while (offset < bytes.length) {
    try {
      offset += writeSync(fd, bytes, offset)
      progress = Date.now()
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EAGAIN" || Date.now() - progress > stallMs) throw error
      // Nothing else may run in an exit handler, so the thread itself waits.
      Atomics.wait(pause, 0, 0, 2)
    }
  }
}

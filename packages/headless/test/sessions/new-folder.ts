import { existsSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** A process that is killed loses nothing that it wrote, so a file system in memory is as good, and many times faster. */
const memory = existsSync("/dev/shm") ? "/dev/shm" : tmpdir()

/** A new folder. Whoever makes it removes it. */
export function newFolder(): string {
  return mkdtempSync(join(memory, "byhand-sessions-"))
}

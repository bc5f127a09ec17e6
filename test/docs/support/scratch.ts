import { chmodSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** A folder of its own, outside this tree. */
export function scratchFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "byhand-docs-")))
}

/** What the reader's terminal is like: nothing of this process but where programs are. */
export function readerEnv(folder: string): Record<string, string> {
  const { PATH = "" } = process.env
  return { PATH, HOME: folder, TMPDIR: folder, LANG: "C.UTF-8", OCLIF_DISABLE_ENGINE_WARNING: "1" }
}

export function writeFile(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  if (text.startsWith("#!")) chmodSync(path, 0o755)
}

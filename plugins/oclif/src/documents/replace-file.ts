import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

/** Puts a text in the place of a file, whole or not at all. A link stays a link, and a file keeps its mode. */
export function replaceFile(name: string, text: string): void {
  const file = existsSync(name) ? realpathSync(name) : resolve(name)
  const mode = existsSync(file) ? statSync(file).mode : 0o644
  mkdirSync(dirname(file), { recursive: true })
  const temporary = join(dirname(file), `.byhand-${process.pid}.tmp`)
  try {
    writeFileSync(temporary, text, { mode, flag: "wx" })
    renameSync(temporary, file)
  } finally {
    rmSync(temporary, { force: true })
  }
}

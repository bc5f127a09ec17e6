import { copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { Sessions } from "../../src/index.ts"
import { projections, storyId } from "./story.ts"

/** Every file under a folder, with its text. */
export function filesOf(folder: string, prefix = ""): Record<string, string> {
  const files: Record<string, string> = {}
  for (const name of readdirSync(folder).toSorted()) {
    const path = join(folder, name)
    if (lstatSync(path).isDirectory()) Object.assign(files, filesOf(path, `${prefix}${name}/`))
    else files[`${prefix}${name}`] = readFileSync(path, "utf8")
  }
  return files
}

/** What is told from the log: everything but who has the session, and the snapshot, which is of one file in one place. */
export function toldFiles(folder: string): Record<string, string> {
  const kept = Object.entries(filesOf(folder)).filter(
    ([name]) => !name.startsWith("owners/") && name !== "snapshot.json"
  )
  return Object.fromEntries(kept)
}

/** The files of a session of which only the log is left. */
export async function rebuiltFiles(folder: string, root: string): Promise<Record<string, string>> {
  const copy = join(root, storyId)
  for (const name of [".", "owners", "answers", "turns"]) mkdirSync(join(copy, name), { recursive: true })
  copyFileSync(join(folder, "events.jsonl"), join(copy, "events.jsonl"))
  const session = await new Sessions({ root, projections }).open(storyId)
  await session.close()
  return toldFiles(copy)
}

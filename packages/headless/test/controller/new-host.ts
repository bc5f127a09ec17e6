import { rmSync } from "node:fs"
import { afterAll } from "vitest"
import { newFolder } from "../sessions/new-folder.ts"
import { Host, type Setting } from "./host.ts"

const folders: string[] = []
afterAll(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/** A folder for sessions that is removed after the file's tests. */
export function newRoot(): string {
  const folder = newFolder()
  folders.push(folder)
  return folder
}

/** A host with a folder of its own. */
export function newHost(setting: Setting): Host {
  return new Host(newRoot(), setting)
}

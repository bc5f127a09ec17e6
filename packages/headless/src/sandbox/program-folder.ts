import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import { harnessError } from "../protocol/harness-error.ts"
import { HarnessFailure } from "../services/harness-failure.ts"
import type { ProgramFile } from "./program.ts"

/** A folder with a program's files in it, outside every session. It is removed with the scope, whatever the program left there. */
export function programFolder(files: readonly ProgramFile[]) {
  return Effect.acquireRelease(Effect.tryPromise({ try: () => newFolder(files), catch: notMade }), (folder) =>
    Effect.promise(() => remove(folder))
  )
}

async function newFolder(files: readonly ProgramFile[]): Promise<string> {
  const folder = await mkdtemp(join(await realpath(tmpdir()), "program-"))
  try {
    for (const { path, content } of files) {
      const file = join(folder, path)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await writeFile(file, content, { flag: "wx", mode: 0o600 })
    }
  } catch (error) {
    await remove(folder)
    throw error
  }
  return folder
}

/** What cannot be removed is left: the result of the program stands, and the system clears its temporary folder. */
async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
}

function notMade(error: unknown): HarnessFailure {
  const message = `The folder of a program could not be made: ${(error as Error).message}.`
  const record = harnessError({ code: "PROGRAM_NOT_STARTED", operation: "RUN_PROGRAM", message })
  return new HarnessFailure(record, { cause: error })
}

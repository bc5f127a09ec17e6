import { readFile, stat } from "node:fs/promises"
import { parent } from "./parent.ts"
import { mostInput, readStdin, tooLarge } from "./stdin.ts"
import { usageError, whyNot } from "./usage-error.ts"
import { asked } from "./words.ts"

/** Where a request can come from. */
export interface RequestSource {
  readonly prompt: string | undefined
  readonly "prompt-file": string | undefined
}

/**
 * The request: of `--prompt`, of a file, or of stdin; at a terminal the person is asked for it.
 *
 * @throws HarnessFailure PROMPT_FILE_MISSING, PROMPT_FILE_UNREADABLE, INPUT_NOT_TEXT, INPUT_TOO_LARGE, STDIN_UNREADABLE
 */
export async function requestOf({ prompt, "prompt-file": file }: RequestSource): Promise<string> {
  if (prompt !== undefined) return prompt
  if (file !== undefined) return text(await bytesOf(file), file)
  if (parent.isPersonThere) return (await parent.ask(asked({ _tag: "Request" }))) ?? ""
  return text(await readStdin(parent.stopping), "stdin")
}

/** Whether stdin is the request, so that no line of it is left for a gate. */
export function isStdinRequest({ prompt, "prompt-file": file }: RequestSource): boolean {
  return prompt === undefined && file === undefined
}

async function bytesOf(file: string): Promise<Buffer> {
  try {
    // A pipe has no size, and ends somewhere; a device may not.
    if ((await stat(file)).size > mostInput) throw tooLarge(file)
    return await readFile(file)
  } catch (thrown) {
    if (!(thrown instanceof Error && "syscall" in thrown)) throw thrown
    const isMissing = "code" in thrown && thrown.code === "ENOENT"
    throw isMissing
      ? usageError(
          "PROMPT_FILE_MISSING",
          `There is no file ${file} to read the prompt from. Nothing was run.`
        )
      : usageError(
          "PROMPT_FILE_UNREADABLE",
          `The prompt cannot be read from ${file}: ${whyNot(thrown)}. Nothing was run.`
        )
  }
}

/** Text, less the one line terminator that a file or an `echo` has at its end. */
function text(bytes: Uint8Array, from: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\r?\n$/, "")
  } catch {
    throw usageError(
      "INPUT_NOT_TEXT",
      `What is in ${from} is not text in UTF-8, so it is no request. Nothing was run.`
    )
  }
}

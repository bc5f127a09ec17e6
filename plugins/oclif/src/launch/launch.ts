import { fileURLToPath } from "node:url"
import { Config, ux } from "@oclif/core"
import { type CommandNames, hoistGlobalFlags } from "../flags/global-flags.ts"
import { guardTables } from "../hooks/guard-loading.ts"
import { askNothing } from "../host/ask-nothing.ts"
import { readCall } from "../host/call.ts"
import { concludeFailure, concludeResult } from "../host/conclude.ts"
import type { HeldConfig } from "../host/held-config.ts"
import { settle } from "../host/settle.ts"
import { endingOf } from "../output/ending-of.ts"
import { isJsonMode } from "../output/json-mode.ts"
import { claimNoSuccess, haveLastWord } from "../output/last-word.ts"
import { hold, hostHasWritten, writeEnding } from "../output/outlet.ts"
import { sendStdoutToStderr } from "../output/redirect.ts"
import { suitPerson, suitProgram } from "../output/surroundings.ts"
import { answer } from "./answer.ts"
import { fail } from "./fail.ts"
import { requireHooks } from "./require-hooks.ts"

/** Where the CLI is, and what was called. */
export interface LaunchOptions {
  /** `import.meta.url` (ESM) or `__dirname` (CommonJS) of the executable. */
  readonly dir: string | URL
  /** The words of the command line; default `process.argv.slice(2)`. */
  readonly args?: readonly string[]
}

/** Runs an oclif CLI, or refuses to, and writes what comes of it. Never throws. */
export async function launch({ dir, args = process.argv.slice(2) }: LaunchOptions): Promise<void> {
  hold()
  const root = dir instanceof URL || dir.startsWith("file:") ? fileURLToPath(dir) : dir
  let bin = ""
  let config: Config
  try {
    config = await Config.load(root)
    bin = config.bin
    await requireHooks(config)
    guardTables(config)
  } catch (thrown) {
    const { format } = hoistGlobalFlags(args, noNames).globals
    const ending = endingOf(thrown, { stage: "validation", isPersonOnly: false })
    return fail(thrown, ending, { json: isJsonMode({ format, bin }) })
  }
  const held = config as object as HeldConfig
  const call = readCall(held, args)
  const { json, isForProgram, isPersonOnly } = call
  if (isForProgram) {
    suitProgram()
    sendStdoutToStderr(ux as { stdout: (...args: unknown[]) => unknown })
  } else suitPerson()
  if (json) haveLastWord()
  else process.once("uncaughtException", failed)
  async function failed(thrown: unknown): Promise<void> {
    const { ending, reason } = concludeFailure(held, call, thrown)
    await fail(reason, ending, call)
  }
  const hasResult = isPersonOnly ? claimNoSuccess({ json }) : () => {}
  askNothing(held, call)
  try {
    const result = await settle(call, () => answer(config, call)).finally(hasResult)
    if (isForProgram) await writeEnding(concludeResult(call, result))
    else if (call.hostJson) hostHasWritten()
  } catch (thrown) {
    await failed(thrown)
  }
}

/** No command is known yet: the host did not load. */
const noNames: CommandNames = { command: () => undefined, isPath: () => false }

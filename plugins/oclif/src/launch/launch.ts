import { fileURLToPath } from "node:url"
import { Config } from "@oclif/core"
import { type CommandNames, hoistGlobalFlags } from "../flags/global-flags.ts"
import { guardTables } from "../hooks/guard-loading.ts"
import { setInvocation } from "../output/invocation.ts"
import { isJsonMode } from "../output/json-mode.ts"
import { claimNoSuccess, haveLastWord } from "../output/last-word.ts"
import {
  addMeta,
  hostHasWritten,
  openForLauncher,
  withStdoutOnStderr,
  writeSuccess
} from "../output/outlet.ts"
import { untilSettled } from "../output/until-settled.ts"
import { answer, isGiven } from "./answer.ts"
import { commandNames } from "./command-names.ts"
import { fail } from "./fail.ts"
import { markParseErrors } from "./parse-errors.ts"
import { requireHooks } from "./require-hooks.ts"

/** Where the CLI is, and what was called. */
export interface LaunchOptions {
  /** `import.meta.url` (ESM) or `__dirname` (CommonJS) of the executable. */
  readonly dir: string | URL
  /** The words of the command line; default `process.argv.slice(2)`. */
  readonly args?: readonly string[]
}

interface CachedCommand {
  readonly id?: string
  readonly enableJsonFlag?: boolean
  readonly contract?: { readonly requires_person?: unknown }
}

/** Runs an oclif CLI, or refuses to, and writes what comes of it. Never throws. */
export async function launch({ dir, args = process.argv.slice(2) }: LaunchOptions): Promise<void> {
  openForLauncher()
  markParseErrors()
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
    return fail(thrown, { json: isJsonMode({ format, bin }), isKnownCommand: false })
  }
  const names = commandNames(config)
  const line = hoistGlobalFlags(args, names)
  setInvocation(line.globals)
  const command = names.command(line.words) as CachedCommand | undefined
  const hostJson =
    command?.enableJsonFlag === true && isGiven("--json", args) && line.globals.format === undefined
  const json = isJsonMode({ format: line.globals.format, bin: config.bin, hostJson })
  if (command?.id !== undefined) addMeta({ command: command.id.replaceAll(":", ".") })
  const enveloped = json && !hostJson
  if (json) haveLastWord()
  else process.once("uncaughtException", (thrown) => void fail(thrown, { json, isKnownCommand: true }))
  const isPersonOnly = command?.contract?.requires_person === true
  const hasResult = isPersonOnly ? claimNoSuccess({ json }) : () => {}
  const body = () => answer(config, line, command, { forPerson: !enveloped })
  try {
    const result = await untilSettled(() => (enveloped ? withStdoutOnStderr(body) : body())).finally(
      hasResult
    )
    if (enveloped) await writeSuccess(result)
    else if (hostJson) hostHasWritten()
  } catch (thrown) {
    await fail(thrown, {
      json,
      isPersonOnly,
      isKnownCommand: command !== undefined && !namesNoCommand(thrown, line.words)
    })
  }
}

/** No command is known yet: the host did not load. */
const noNames: CommandNames = { command: () => undefined, isPath: () => false }

/** oclif takes a word behind a command without arguments for a part of the command's name. */
function namesNoCommand(thrown: unknown, words: readonly string[]): boolean {
  const path = `command ${words.join(":")}:`
  return thrown instanceof Error && thrown.message.startsWith(path) && thrown.message.endsWith(" not found")
}

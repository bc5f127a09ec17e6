import { fileURLToPath } from "node:url"
import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { Config, handle, run } from "@oclif/core"
import { hostManifest } from "./describe/host-manifest.ts"
import { registeredEntry } from "./describe/registered-entry.ts"
import { type CommandNames, type HoistedCommandLine, hoistGlobalFlags } from "./flags/global-flags.ts"
import { guardTables } from "./hooks/guard-loading.ts"
import { commandNames } from "./launch/command-names.ts"
import { endProcess } from "./launch/end-process.ts"
import { haveLastWord } from "./launch/last-word.ts"
import { showGateFlags } from "./launch/show-gate-flags.ts"
import { markParseErrors } from "./launch/parse-errors.ts"
import { requireHooks } from "./launch/require-hooks.ts"
import { setInvocation } from "./output/invocation.ts"
import { isJsonMode } from "./output/json-mode.ts"
import { commandErrorOf, isCleanExit, markForOclif } from "./output/oclif-error.ts"
import {
  addMeta,
  hostHasWritten,
  openForLauncher,
  warnOf,
  withStdoutOnStderr,
  writeFailure,
  writeSuccess
} from "./output/outlet.ts"

/** Where the CLI is, and what was called. */
export interface ExecuteOptions {
  /** `import.meta.url` (ESM) or `__dirname` (CommonJS) of the executable. */
  readonly dir: string | URL
  /** The words of the command line; default `process.argv.slice(2)`. */
  readonly args?: readonly string[]
}

/**
 * Runs an oclif CLI so that it keeps the command contract: the one line of a host's `bin/run.js`.
 *
 * It reads `--format`, `--non-interactive` and `--schema` wherever they stand on the line, runs oclif, and, when stdout
 * carries JSON, writes one envelope to it whatever happened. It sets the exit code and lets the process end.
 *
 * @param options the folder of the CLI and, for a test, its command line
 * @returns when everything is written
 * @throws nothing; a failure is written and becomes the exit code
 *
 * Requirement: REQ-F-004, REQ-F-006, REQ-O-001, REQ-C-015.
 *
 * @example
 * #!/usr/bin/env node
 * import { execute } from "@byhand/oclif/run"
 * await execute({ dir: import.meta.url })
 */
export async function execute({ dir, args = process.argv.slice(2) }: ExecuteOptions): Promise<void> {
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
  const command = names.command(line.words) as { id?: string; enableJsonFlag?: boolean } | undefined
  const hostJson =
    command?.enableJsonFlag === true && isGiven("--json", args) && line.globals.format === undefined
  const json = isJsonMode({ format: line.globals.format, bin: config.bin, hostJson })
  if (json) haveLastWord()
  else process.once("uncaughtException", (thrown) => void fail(thrown, { json, isKnownCommand: true }))
  if (command?.id !== undefined) addMeta({ command: command.id.replaceAll(":", ".") })
  try {
    const enveloped = json && !hostJson
    const body = () => answer(config, line, command, { forPerson: !enveloped })
    const result = await (enveloped ? withStdoutOnStderr(body) : body())
    if (enveloped) await writeSuccess(result)
    else if (hostJson) hostHasWritten()
  } catch (thrown) {
    return fail(thrown, {
      json,
      isKnownCommand: command !== undefined && !namesNoCommand(thrown, line.words)
    })
  }
}

async function answer(
  config: Config,
  line: HoistedCommandLine,
  command: object | undefined,
  { forPerson }: { readonly forPerson: boolean }
): Promise<unknown> {
  const print = forPerson ? printed : (data: object) => data
  if (line.problem !== undefined) throw invalidGlobalFlag(line.problem)
  if (line.globals.schema && command !== undefined) {
    const { entry, problem } = registeredEntry(command, { bin: config.bin, path: line.words })
    if (entry === undefined) throw problem
    warnOf(problem === undefined ? [] : [problem], { forPerson })
    return print(entry)
  }
  // With words that name nothing oclif says so.
  if (line.globals.schema && line.argv.length === line.words.length) {
    const { manifest, problems } = hostManifest(config)
    warnOf(problems, { forPerson })
    return print(manifest)
  }
  if (isHelp(config, line, command)) {
    showGateFlags(config)
    addMeta({ help: true })
  }
  if (line.argv[0] === "--version") return print({ version: config.version }, config.version)
  return run([...line.argv], config)
}

/** Whether oclif answers with help: because it is asked for it, or because the line names no more than a topic. */
function isHelp(config: Config, { argv, words }: HoistedCommandLine, command: object | undefined): boolean {
  const more = config.pjson.oclif.additionalHelpFlags ?? []
  return (
    ["--help", ...more].some((flag) => isGiven(flag, argv)) ||
    (command === undefined ? argv.length === words.length : argv[0] === "help")
  )
}

/** Shows a person what a program gets in the envelope. */
function printed(data: object, text = JSON.stringify(data, null, 2)): object {
  process.stdout.write(`${text}\n`)
  return data
}

/** oclif takes a word behind a command without arguments for a part of the command's name. */
function namesNoCommand(thrown: unknown, words: readonly string[]): boolean {
  const path = `command ${words.join(":")}:`
  return thrown instanceof Error && thrown.message.startsWith(path) && thrown.message.endsWith(" not found")
}

async function fail(
  thrown: unknown,
  { json, isKnownCommand }: { json: boolean; isKnownCommand: boolean }
): Promise<void> {
  const error = commandErrorOf(thrown, isKnownCommand ? "execution" : "validation")
  if (json) {
    const exit = isCleanExit(thrown) ? CommandExit.SUCCESS : error.exit
    // Before the document, which a slow reader may hold up: whatever ends the process meanwhile, it ends with this.
    process.exitCode = exit
    await (exit === CommandExit.SUCCESS ? writeSuccess(null) : writeFailure(error))
    return endProcess(exit)
  }
  // For a person oclif prints its errors as it always did, with the same exit code as an agent gets.
  if (isCleanExit(thrown)) return endProcess(CommandExit.SUCCESS)
  const shown = thrown instanceof Error && thrown !== error ? thrown : markForOclif(error, { printed: false })
  ;(shown as { oclif?: { exit?: number } }).oclif = { exit: error.exit }
  await drained(process.stdout)
  await handle(shown as Parameters<typeof handle>[0])
}

// oclif's handle() ends the process, and what a slow reader has not taken by then is lost.
async function drained(stream: NodeJS.WriteStream): Promise<void> {
  if (stream.writableLength > 0 && !stream.destroyed)
    await new Promise((resolve) => stream.write("", resolve))
}

/** No command is known yet: the host did not load. */
const noNames: CommandNames = { command: () => undefined, isPath: () => false }

function invalidGlobalFlag(message: string): CommandError {
  return new CommandError({
    code: "INVALID_ARGUMENTS",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message,
    fixRequired: message
  })
}

function isGiven(flag: string, args: readonly string[]): boolean {
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).includes(flag)
}

import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import { type Config, run } from "@oclif/core"
import { hostManifest } from "../describe/host-manifest.ts"
import { registeredEntry } from "../describe/registered-entry.ts"
import type { HoistedCommandLine } from "../flags/global-flags.ts"
import { addMeta, warnOf } from "../output/outlet.ts"
import { showGateFlags } from "./show-gate-flags.ts"

/** Answers one command line: what the launcher answers itself, and all else through oclif. */
export async function answer(
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

function invalidGlobalFlag(message: string): CommandError {
  return new CommandError({
    code: "INVALID_ARGUMENTS",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message,
    fixRequired: message
  })
}

/** Whether a flag stands on the line, before `--`. */
export function isGiven(flag: string, args: readonly string[]): boolean {
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).includes(flag)
}

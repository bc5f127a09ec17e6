import { asListed, commandNames } from "../flags/command-names.ts"
import { formats, isFormat } from "../flags/names.ts"
import { type HoistedCommandLine, hoistGlobalFlags } from "../flags/global-flags.ts"
import { callFacts } from "../output/facts.ts"
import { setInvocation } from "../output/invocation.ts"
import { chosenFormat, formatVariable, outputFormat } from "../output/json-mode.ts"
import { addMeta, addWarning, noteOutput, speakProtocol } from "../output/outlet.ts"
import type { CachedCommand, HeldConfig } from "./held-config.ts"
import { understandShortForms } from "./short-forms.ts"

/** One call of a host: what it names, and how it is to be answered. */
export interface Call {
  readonly line: HoistedCommandLine
  /** What oclif cached of the command that the line names, if it names one. */
  readonly command: CachedCommand | undefined
  readonly isPersonOnly: boolean
  /** oclif answers with help. */
  readonly isHelp: boolean
  /** oclif answers with the host's version. */
  readonly isVersion: boolean
  /** The host's own `--json` was given to a command that understands it. */
  readonly hostJson: boolean
  /** A failure is written to stdout as an envelope. */
  readonly json: boolean
  /** stdout carries what a program reads and nothing else: not what the host's own `--json` writes. */
  readonly isForProgram: boolean
}

/** Reads one call, and tells those who take part in answering it: the commands, and the envelope. */
export function readCall(config: HeldConfig, args: readonly string[]): Call {
  const names = commandNames(config)
  const line = hoistGlobalFlags(args, names)
  const command = names.command(line.words)
  understandShortForms(config, line, command)
  const { bin } = config
  const { format: given } = line.globals
  const hostJson = given === undefined && command?.enableJsonFlag === true && asksForHostJson(config, args)
  const format = outputFormat({ format: given, bin, hostJson })
  const json = format === "json" || format === "jsonl"
  warnOfVariable(bin)
  setInvocation(line.globals)
  // The host's own --json is its own document, and a failure that it does not write is an envelope.
  noteOutput({
    format: hostJson ? "json" : format,
    isChosen: chosenFormat({ format: given, bin }) !== undefined,
    json
  })
  addMeta(callFacts(config, command === undefined ? undefined : asListed(command, config.commands)))
  const isHelp = asksForHelp(config, line, command)
  // Before anything of the line is objected to: an objection goes to stderr then.
  if (command?.contract?.stdout === "protocol" && !isHelp && !line.globals.schema) speakProtocol()
  return {
    line,
    command,
    isPersonOnly: command?.contract?.requires_person === true,
    isHelp,
    isVersion: asksForVersion(config, line),
    hostJson,
    json,
    isForProgram: format !== "plain" && !hostJson
  }
}

function warnOfVariable(bin: string): void {
  const variable = formatVariable(bin)
  const value = process.env[variable]
  if (value === undefined || value === "" || isFormat(value)) return
  addWarning({
    code: "UNKNOWN_FORMAT",
    message: `${variable} is ${JSON.stringify(value)}, which is no output format; it is ignored. Expected one of: ${formats.join(", ")}.`
  })
}

function asksForHostJson(config: HeldConfig, args: readonly string[]): boolean {
  return isGiven("--json", args) || config.scopedEnvVar("CONTENT_TYPE")?.toLowerCase() === "json"
}

function asksForHelp(
  { pjson }: HeldConfig,
  { argv, words, globals }: HoistedCommandLine,
  command: object | undefined
): boolean {
  const flags = ["--help", ...(pjson.oclif.additionalHelpFlags ?? [])]
  if (flags.some((flag) => isGiven(flag, argv))) return true
  // A line that names no more than a topic, or nothing at all, and plugin-help's own command.
  if (command !== undefined) return argv[0] === "help"
  return argv.length === words.length && !globals.schema && !globals.outputSchema
}

/** Only the first word of a line asks for the version. */
function asksForVersion({ pjson }: HeldConfig, { argv: [first = ""] }: HoistedCommandLine): boolean {
  return first === "--version" || (pjson.oclif.additionalVersionFlags ?? []).includes(first)
}

/** Whether a flag stands on the line, before `--`. */
function isGiven(flag: string, args: readonly string[]): boolean {
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).includes(flag)
}

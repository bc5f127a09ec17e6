import { commandNames } from "../flags/command-names.ts"
import { type HoistedCommandLine, hoistGlobalFlags } from "../flags/global-flags.ts"
import { callFacts } from "../output/facts.ts"
import { setInvocation } from "../output/invocation.ts"
import { isJsonMode } from "../output/json-mode.ts"
import { addMeta, noteJson, speakProtocol } from "../output/outlet.ts"
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
  /** stdout carries the envelope and nothing else: not what the host's own `--json` writes. */
  readonly enveloped: boolean
}

/** Reads one call, and tells those who take part in answering it: the commands, and the envelope. */
export function readCall(config: HeldConfig, args: readonly string[]): Call {
  const names = commandNames(config)
  const line = hoistGlobalFlags(args, names)
  const command = names.command(line.words)
  understandShortForms(config, line, command)
  const { format } = line.globals
  const hostJson = format === undefined && command?.enableJsonFlag === true && asksForHostJson(config, args)
  const json = isJsonMode({ format, bin: config.bin, hostJson })
  setInvocation(line.globals)
  noteJson(json)
  addMeta(callFacts(config, command))
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
    enveloped: json && !hostJson
  }
}

function asksForHostJson(config: HeldConfig, args: readonly string[]): boolean {
  return isGiven("--json", args) || config.scopedEnvVar("CONTENT_TYPE")?.toLowerCase() === "json"
}

function asksForHelp(
  { pjson }: HeldConfig,
  { argv, words }: HoistedCommandLine,
  command: object | undefined
): boolean {
  const flags = ["--help", ...(pjson.oclif.additionalHelpFlags ?? [])]
  if (flags.some((flag) => isGiven(flag, argv))) return true
  // A line that names no more than a topic, or nothing at all, and plugin-help's own command.
  return command === undefined ? argv.length === words.length : argv[0] === "help"
}

/** Only the first word of a line asks for the version. */
function asksForVersion({ pjson }: HeldConfig, { argv: [first = ""] }: HoistedCommandLine): boolean {
  return first === "--version" || (pjson.oclif.additionalVersionFlags ?? []).includes(first)
}

/** Whether a flag stands on the line, before `--`. */
export function isGiven(flag: string, args: readonly string[]): boolean {
  const end = args.indexOf("--")
  return (end === -1 ? args : args.slice(0, end)).includes(flag)
}

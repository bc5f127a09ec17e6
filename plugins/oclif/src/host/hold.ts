import type { CommandError } from "@byhand/envelope"
import { interruptedEnding } from "../output/interruption.ts"
import { claimNoSuccess, haveLastWord } from "../output/last-word.ts"
import { hold, hostHasWritten, keepEnding, keptEnding, writeEnding } from "../output/outlet.ts"
import { sendStdoutToStderr } from "../output/redirect.ts"
import { suitPerson, suitProgram } from "../output/surroundings.ts"
import { askNothing } from "./ask-nothing.ts"
import { answerWithoutOclif, noteHelp, prepareHelp, refuseInvalidFlag } from "./answer.ts"
import { type Call, readCall } from "./call.ts"
import { concludeFailure, concludeResult } from "./conclude.ts"
import { coreOf } from "./core-of.ts"
import type { HeldConfig, InitOptions } from "./held-config.ts"
import { marked, printedElsewhere } from "./mark.ts"
import { settle } from "./settle.ts"
import { unknownCommand } from "./unknown-command.ts"

/**
 * Holds a host that knows nothing of byhand to the envelope, from oclif's init hook to the end of the process.
 *
 * What stands before this (a hook that runs earlier, `Config.load`) is the launcher's alone to hold.
 *
 * Requirement: REQ-F-003, REQ-F-004, REQ-F-079.
 */
export async function holdHost({ config, id, argv }: InitOptions): Promise<void> {
  const call = readCall(config, wordsOf(config, id, argv))
  hold()
  if (call.isForProgram) {
    suitProgram()
    sendStdoutToStderr(coreOf(config)?.ux)
  } else suitPerson()
  if (call.json) haveLastWord()
  const isAnswered = call.isHelp || call.isVersion
  const hasResult = call.isPersonOnly && !isAnswered ? claimNoSuccess(call) : () => {}
  try {
    refuseInvalidFlag(call)
    await prepareHelp(config, call)
  } catch (thrown) {
    throw ended(config, call, thrown)
  }
  askNothing(config, call)
  if (call.isHelp && call.line.taken.length > 0) hideFromHelp(config, call.line.taken)
  argv.splice(0, argv.length, ...call.line.argv.slice(call.line.words.length))
  holdCommand(config, call, hasResult)
  if (call.line.isEarly && id !== undefined) findWhatIsMeant(config, id, call)
  holdEnd(config, call)
}

/** The words of the command line as they were typed, but for the order in which oclif read them. */
function wordsOf(config: HeldConfig, id: string | undefined, argv: readonly string[]): string[] {
  if (id === undefined || config.isSingleCommandCLI) return [...argv]
  return [...(config.topicSeparator === " " ? id.split(":") : [id]), ...argv]
}

/**
 * oclif's help reads the command's name off the line as it was typed; what it takes for one of its own flags it passes over.
 * A line that asks for help by naming no more than a topic asks for it by such a flag, too, then.
 */
function hideFromHelp({ pjson }: HeldConfig, taken: readonly string[]): void {
  pjson.oclif.additionalHelpFlags = [...(pjson.oclif.additionalHelpFlags ?? []), ...taken]
}

/** oclif has read the command's name off a line with a global flag in it: what it looks up under that name is what was meant. */
function findWhatIsMeant(config: HeldConfig, misread: string, { command }: Call): void {
  const { findCommand, findTopic, runCommand } = config
  config.findCommand = (name, options) =>
    name === misread ? command : findCommand.call(config, name, options)
  config.findTopic = (name, options) => (name === misread ? undefined : findTopic.call(config, name, options))
  config.runCommand = (name, ...rest) => {
    Object.assign(config, { findCommand, findTopic })
    // By its own name: oclif looks it up again once it has installed the plugin that the command comes with.
    return runCommand.call(config, name === misread && command?.id !== undefined ? command.id : name, ...rest)
  }
}

/** Keeps what comes of the command that the process was started for. */
function holdCommand(config: HeldConfig, call: Call, hasResult: () => void): void {
  const { runCommand } = config
  let isRunning = false
  config.runCommand = async (...args) => {
    if (isRunning) return runCommand.apply(config, args)
    isRunning = true
    try {
      const own = await answerWithoutOclif(config, call, { forPerson: !call.isForProgram })
      const data = own === undefined ? await settle(call, () => runCommand.apply(config, args)) : own.data
      if (call.hostJson) hostHasWritten()
      else keepEnding(concludeResult(call, data))
      return data
    } catch (thrown) {
      throw ended(config, call, thrown)
    } finally {
      hasResult()
      isRunning = false
    }
  }
}

/** Writes what was kept once oclif has run its last hook, and before it ends the process. */
function holdEnd(config: HeldConfig, call: Call): void {
  const { runHook } = config
  if (call.isVersion) {
    keepEnding({ data: { version: config.version } })
    // The version alone, as the contract has it: not the machine's and Node's beside it (REQ-F-068).
    config.userAgent = config.version
  }
  // When oclif knows no help for these words, it ends the process without its last hook.
  const wanting = call.isHelp && !takesWords(call) ? unknownCommand(config, call) : undefined
  if (wanting !== undefined) keepEnding({ error: wanting })
  config.runHook = async (event, ...rest) => {
    if (event !== "finally") return runHook.call(config, event, ...rest)
    if (wanting !== undefined) keepEnding({ data: null })
    if (call.isHelp) noteHelp(call)
    try {
      return await runHook.call(config, event, ...rest)
    } catch (thrown) {
      throw ended(config, call, thrown)
    } finally {
      await writeKept(call)
    }
  }
}

async function writeKept(call: Call): Promise<void> {
  const ending = keptEnding() ?? { data: null }
  if (call.json || (call.isForProgram && !("error" in ending))) await writeEnding(ending)
  // What an interrupted command left open would keep the process, and no signal would end it any more.
  // oxlint-disable-next-line unicorn/no-process-exit -- the command has settled, and its reader has everything
  if (interruptedEnding() !== undefined) process.exit()
}

function takesWords({ command }: Call): boolean {
  return command !== undefined && (command.strict === false || Object.keys(command.args ?? {}).length > 0)
}

/**
 * What oclif is to be given in place of what a call threw that nobody held, because stdout is a terminal: with the exit code
 * that a program would get, and with a suggestion.
 */
export function endedAtTerminal({ config, id, argv }: InitOptions, thrown: unknown): unknown {
  return ended(config, readCall(config, wordsOf(config, id, argv)), thrown)
}

function ended(config: HeldConfig, call: Call, thrown: unknown): unknown {
  const { ending, reason } = concludeFailure(config, call, thrown)
  keepEnding(ending)
  if (!("error" in ending)) return thrown
  return call.json ? printedElsewhere(thrown, ending.error) : shown(thrown, reason, ending.error)
}

function shown(thrown: unknown, reason: unknown, error: CommandError): unknown {
  try {
    return personCode().shownToPerson(reason, error)
  } catch {
    // What is missing in a damaged install is not worth losing the reason for.
    return marked(thrown, { oclif: { exit: error.exit } }) ?? thrown
  }
}

/** What makes an error visible to a person: an answer for a program never loads it. */
function personCode(): typeof import("./shown-to-person.ts") {
  return require("./shown-to-person.ts") as typeof import("./shown-to-person.ts")
}

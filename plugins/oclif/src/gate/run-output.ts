import { hoistGlobalFlags } from "../flags/global-flags.ts"
import { invocation } from "../output/invocation.ts"
import { isJsonMode } from "../output/json-mode.ts"
import { claimNoSuccess, haveLastWord } from "../output/last-word.ts"
import { makeVisible } from "../output/make-visible.ts"
import { commandErrorOf, isCleanExit, markForOclif } from "../output/oclif-error.ts"
import { isHeld } from "../output/held.ts"
import { keepRefusal, writeEnding } from "../output/outlet.ts"
import { withStdoutOnStderr } from "../output/redirect.ts"
import { untilSettled } from "../output/until-settled.ts"
import { registeredEntry } from "../describe/registered-entry.ts"
import type { CommandInstance, ParseOptions } from "./oclif-shape.ts"

/** How one run of a command speaks, as its command line and its streams say. */
export interface OutputOf {
  /** A failure is written to stdout as an envelope. */
  readonly json: boolean
  /** A success is written by oclif's own `--json`, which the host's users read today. */
  readonly hostJson: boolean
  readonly nonInteractive: boolean
  /** `--schema` or `--output-schema`: describe the command, or its result, and do not run it. */
  readonly describe: "command" | "result" | undefined
}

/** Reads how a command speaks before its line is parsed, so that a parse error is spoken the same way. */
export function outputOf(
  command: Pick<CommandInstance, "argv" | "config">,
  commandClass: ParseOptions
): OutputOf {
  const own = { ...commandClass.baseFlags, ...commandClass.flags }
  const line = hoistGlobalFlags(command.argv, {
    command: () => ({ flags: own }),
    isPath: () => false
  }).globals
  const launched = invocation()
  const format = line.format ?? launched.format
  const hostJson =
    (command as { jsonEnabled?: () => boolean }).jsonEnabled?.() === true && format === undefined
  return {
    json: isJsonMode({ format, bin: command.config.bin, hostJson }),
    hostJson,
    nonInteractive: line.nonInteractive || launched.nonInteractive,
    describe:
      line.schema || launched.schema
        ? "command"
        : line.outputSchema || launched.outputSchema
          ? "result"
          : undefined
  }
}

/**
 * Answers `--schema` with the command's manifest entry, and `--output-schema` with the schema of its result, whatever else is on
 * the line; nothing is run (REQ-C-015, REQ-O-013).
 */
export async function printSchema(command: CommandInstance, output: OutputOf): Promise<unknown> {
  const path = (command.id ?? command.constructor.name).split(":")
  const { entry } = registeredEntry(command.constructor, { bin: command.config.bin, path })
  const schema = output.describe === "command" ? entry : (entry?.output_schema ?? {})
  if (!output.json) process.stdout.write(`${JSON.stringify(schema, null, 2)}\n`)
  else if (!isHeld()) await writeEnding({ data: schema })
  return schema
}

/** For a person oclif prints the error; the process ends with the exit code that a program would get. */
async function withContractExit(body: () => Promise<unknown>): Promise<unknown> {
  try {
    return await body()
  } catch (thrown) {
    if (isCleanExit(thrown) || !(thrown instanceof Error)) throw thrown
    const error = commandErrorOf(thrown, "execution")
    if (error === thrown) {
      makeVisible(error, { whole: true })
      throw markForOclif(error, { printed: false })
    }
    const fields = thrown as { oclif?: object }
    fields.oclif = { ...fields.oclif, exit: error.exit }
    throw thrown
  }
}

/**
 * Runs a command so that stdout carries one envelope and nothing else, when stdout carries JSON.
 *
 * Under the launcher that is the launcher's work, and this only runs the body.
 */
export async function runWithEnvelope(output: OutputOf, body: () => Promise<unknown>): Promise<unknown> {
  if (isHeld()) return body()
  if (!output.json) return withContractExit(() => untilSettled(body))
  const leaveLastWord = haveLastWord()
  const hasResult = claimNoSuccess({ json: true })
  try {
    if (output.hostJson) return await untilSettled(body)
    const result = await untilSettled(() => withStdoutOnStderr(body))
    await writeEnding({ data: result })
    return result
  } catch (thrown) {
    if (isCleanExit(thrown)) {
      await writeEnding({ data: null })
      throw thrown
    }
    const error = markForOclif(commandErrorOf(thrown, "execution"), { printed: true })
    keepRefusal(error)
    throw error
  } finally {
    hasResult()
    leaveLastWord()
  }
}

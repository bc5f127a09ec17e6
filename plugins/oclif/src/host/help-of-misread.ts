import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { Call } from "./call.ts"
import { coreOf } from "./core-of.ts"
import type { HeldConfig } from "./held-config.ts"

/**
 * Shows the help that a line asks for by naming a topic or nothing, where oclif did not see it: a global flag stands first on
 * the line, and oclif took it for the name of a command.
 *
 * @returns undefined when oclif is to run the line itself: it asks `help`, which is a command
 * @throws CommandError `INVALID_ARGUMENTS` in a host that is bundled, whose oclif cannot be asked
 */
export async function helpOfMisread(
  config: HeldConfig,
  { line, command }: Call
): Promise<{ data: null } | undefined> {
  if (command !== undefined || !line.isEarly) return undefined
  const core = coreOf(config)
  if (core === undefined) throw misread(config)
  const Help = await core.loadHelpClass(config)
  await new Help(config, config.pjson.oclif.helpOptions ?? config.pjson.helpOptions).showHelp([...line.argv])
  return { data: null }
}

function misread({ bin }: HeldConfig): CommandError {
  return new CommandError({
    code: "INVALID_ARGUMENTS",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message: `${bin} shows no help for a line that begins with a flag.`,
    fixRequired: "Write the flag behind the words that name a command or a topic"
  })
}

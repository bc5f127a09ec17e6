import { CommandError, type CommandErrorOptions } from "@byhand/envelope"
import { commandNames } from "../flags/command-names.ts"
import { hoistGlobalFlags } from "../flags/global-flags.ts"
import { addWarning } from "../output/outlet.ts"
import type { CachedCommand, HeldConfig } from "./held-config.ts"

/**
 * An error without the `fix_command` that no program may take: one that names a command of this tool that destroys something, or
 * that only a person may run. A warning says so.
 *
 * REQ-C-030, REQ-C-036.
 */
export function withSafeFix(config: HeldConfig, error: CommandError): CommandError {
  const { fixCommand } = error
  const target = typeof fixCommand === "string" ? named(config, fixCommand) : undefined
  const isPersonOnly = target?.contract?.requires_person === true
  if (!isPersonOnly && target?.contract?.danger_level !== "destructive") return error
  addWarning({
    code: "FIX_COMMAND_DROPPED",
    message:
      `The fix_command of this error was left out: it names a command that ` +
      `${isPersonOnly ? "only a person may run" : "destroys something"}. ` +
      "Say in suggestion what a person is to do."
  })
  const options = { ...error, message: error.message, cause: error.cause, fixCommand: undefined }
  return new CommandError(options as CommandErrorOptions)
}

/** The command of this host that a line names, whatever flags stand before or between the words of its name. */
function named(config: HeldConfig, line: string): CachedCommand | undefined {
  const [bin, ...words] = line.trim().split(/\s+/)
  if (bin !== config.bin) return undefined
  const names = commandNames(config)
  return names.command(hoistGlobalFlags(words, names).words)
}

import { CommandError } from "@byhand/envelope"
import { CommandExit } from "@byhand/exit-codes"
import type { Config } from "@oclif/core"
import type { HeldConfig } from "../host/held-config.ts"
import { keepText } from "../output/written-text.ts"
import type { NamedCommand } from "./commands-once.ts"
import { hostEntry, hostManifest } from "./host-manifest.ts"

/** A document, and what is wrong with the declaration it was made from. */
interface SchemaAnswer {
  readonly data: object
  readonly problems: readonly CommandError[]
}

/**
 * What `--output-schema` answers: the JSON Schema of a command's `data`. A command that declares none may give anything.
 *
 * @throws CommandError `INVALID_ARGUMENTS` when the line names no command
 */
export function outputSchemaAnswer(config: HeldConfig, command: object | undefined): SchemaAnswer {
  if (command === undefined) throw namesNoCommand()
  const { data, problems } = schemaAnswer(config, command)
  const { output_schema: schema = {} } = data as { output_schema?: object }
  return { data: schema, problems }
}

function namesNoCommand(): CommandError {
  return new CommandError({
    code: "INVALID_ARGUMENTS",
    exit: CommandExit.ARG_ERROR,
    phase: "validation",
    message: "--output-schema stands on a line that names no command.",
    fixRequired: "Name the command whose result is to be described"
  })
}

/** What `--schema` answers: the manifest entry of a command, or the manifest of the host when the line names none. */
export function schemaAnswer(config: HeldConfig, command: object | undefined): SchemaAnswer {
  if (command === undefined) {
    const { manifest, problems } = hostManifest(config as object as Config)
    keepText(manifest)
    return { data: manifest, problems }
  }
  const { entry, problem } = hostEntry(config as object as Config, command as NamedCommand)
  if (entry === undefined) throw problem
  return { data: entry, problems: problem === undefined ? [] : [problem] }
}

import * as Schema from "effect/Schema"
import { commandRules } from "./command-rules.ts"
import {
  ConditionalRule,
  FilesystemSideEffect,
  InterruptionDeclaration,
  StdinDeclaration,
  SubprocessDeclaration
} from "./declared-parts.ts"
import { ExitCodes } from "./exit-code-entry.ts"
import { anyObject, text, textLike, texts, wholeFrom } from "./fields.ts"
import { CommandFlags, MediaTypeMap, PositionalEntry } from "./parameters.ts"

const optional = Schema.optionalKey
const truth = optional(Schema.Boolean)

/**
 * One command in a manifest, as an Effect Schema.
 *
 * Requirement: REQ-O-041, REQ-C-036
 *
 * @example
 * ```ts
 * import * as Schema from "effect/Schema"
 * import { CommandEntry } from "@byhand/manifest/schema"
 *
 * const entry = { description: "List", danger_level: "safe", required_scopes: [], flags: {}, exit_codes: {} }
 * console.log(Schema.is(CommandEntry)(entry)) // true
 * ```
 */
export const CommandEntry = Schema.Struct({
  description: text,
  aliases: optional(texts),
  danger_level: Schema.Literals(["safe", "mutating", "destructive"]),
  idempotent: truth,
  required_scopes: texts,
  flags: CommandFlags,
  positionals: optional(Schema.Array(PositionalEntry)),
  exit_codes: ExitCodes,
  output_schema: optional(anyObject),
  output_formats: optional(texts),
  output_media_types: optional(MediaTypeMap),
  examples: optional(
    Schema.Array(Schema.Struct({ description: text, command: text }).annotate({ identifier: "Example" }))
  ),
  subcommands: optional(texts),
  builtin: truth,
  output_file: optional(Schema.Literals(["formatted", "binary", "handler", "envelope"])),
  output_file_base: optional(Schema.Literals(["cwd", "project_root", "resource"])),
  stdin: optional(StdinDeclaration),
  arguments: optional(Schema.Literals(["declared", "passthrough"])),
  help_argv: optional(Schema.Array(text.check(Schema.isMinLength(1))).check(Schema.isMinLength(1))),
  stderr: optional(Schema.Literal("child_log")),
  stdout: optional(Schema.Literal("protocol")),
  protocol: optional(textLike(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/, "a protocol's name in kebab case")),
  mcp: optional(Schema.Literal(false)),
  option_placement: optional(Schema.Literals(["any", "strict"])),
  interactive: truth,
  requires_person: optional(Schema.Literal(true)),
  has_network_io: truth,
  steps: optional(texts),
  spawns_background_process: truth,
  cleanup_command: optional(text),
  max_lifetime_seconds: optional(wholeFrom(1)),
  filesystem_side_effects: optional(Schema.Array(FilesystemSideEffect)),
  secret_env_vars: optional(texts),
  platform: optional(texts),
  required_tools: optional(Schema.Record(Schema.String, text)),
  subprocess: optional(SubprocessDeclaration),
  headless_supported: truth,
  token_env_vars: optional(texts),
  async: truth,
  job_descriptor_schema: optional(anyObject),
  interruption: optional(InterruptionDeclaration),
  requires_editor: truth,
  non_interactive_alternatives: optional(texts),
  gui_operations: optional(texts),
  headless_behavior: optional(Schema.Literals(["emit_in_output", "skip", "error"])),
  config_write_scope: optional(Schema.Literals(["local", "global", "session"])),
  requires: optional(Schema.Array(ConditionalRule)),
  streaming_default: truth,
  safe_default: truth,
  confirm_flag: optional(textLike(/^[^-]/u, "the name of a flag, without dashes before it"))
})
  .check(...commandRules)
  .annotate({ identifier: "CommandEntry" })

export type CommandEntry = typeof CommandEntry.Type

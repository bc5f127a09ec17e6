import type { JsonObject, JsonValue } from "@byhand/envelope"
import type {
  ConditionalRule,
  ExitCodeEntry,
  FilesystemSideEffect,
  InterruptionDeclaration,
  MediaTypeMap,
  StdinDeclaration,
  SubprocessDeclaration
} from "./declared-parts.ts"

/**
 * What a command declares about itself, as plain JSON in the specification's own field names.
 *
 * It is everything of a manifest entry that the command's framework does not know already: the description, the aliases, the flags,
 * the positionals, the examples and the subcommands come from the command's shape (see `commandEntry`).
 *
 * Requirement: REQ-C-036, REQ-O-041
 *
 * @example
 * ```ts
 * import type { CommandContract } from "@byhand/manifest"
 *
 * const list: CommandContract = {
 *   danger_level: "safe",
 *   required_scopes: [],
 *   exit_codes: { "0": { description: "The decisions are listed", retryable: false, side_effects: "none" } }
 * }
 * ```
 */
export interface CommandContract {
  /** Whether a call changes anything, and whether the change can be lost (REQ-C-002). */
  readonly danger_level: "safe" | "mutating" | "destructive"
  /** A second identical call changes nothing more (REQ-C-002). */
  readonly idempotent?: boolean
  /** Scopes a caller needs, most critical first; empty when there is no authorization (REQ-C-029). */
  readonly required_scopes: readonly string[]
  /** What every exit of the command means, by code; "0" is required (REQ-C-001). */
  readonly exit_codes: Readonly<Record<string, ExitCodeEntry>>
  /** JSON Schema of `data` (REQ-C-015). */
  readonly output_schema?: JsonObject
  readonly output_formats?: readonly string[]
  readonly output_media_types?: MediaTypeMap
  /** Registered by the framework, not by the tool (REQ-O-041). */
  readonly builtin?: boolean
  readonly output_file?: "formatted" | "binary" | "handler" | "envelope"
  readonly output_file_base?: "cwd" | "project_root" | "resource"
  readonly stdin?: StdinDeclaration
  /** "passthrough": the arguments belong to another program (REQ-C-031). */
  readonly arguments?: "declared" | "passthrough"
  readonly help_argv?: readonly string[]
  readonly stderr?: "child_log"
  /** stdout carries a protocol's messages while the command serves (REQ-C-032). */
  readonly stdout?: "protocol"
  /** Which protocol: `mcp-stdio`, `lsp`, `dap` (REQ-C-032). */
  readonly protocol?: string
  /** Present only when false: never a tool of the tool's own MCP server (REQ-C-032). */
  readonly mcp?: false
  readonly option_placement?: "any" | "strict"
  /** The command may prompt; `--yes` and `--non-interactive` exist (REQ-C-005). */
  readonly interactive?: boolean
  /** Present only when true: a person types back an expected string at a terminal, and no flag answers (REQ-C-036). */
  readonly requires_person?: true
  readonly has_network_io?: boolean
  readonly steps?: readonly string[]
  readonly spawns_background_process?: boolean
  readonly cleanup_command?: string
  /** Seconds, at least 1. */
  readonly max_lifetime_seconds?: number
  readonly filesystem_side_effects?: readonly FilesystemSideEffect[]
  readonly secret_env_vars?: readonly string[]
  readonly platform?: readonly string[]
  /** Minimum version by tool, or "*". */
  readonly required_tools?: Readonly<Record<string, string>>
  readonly subprocess?: SubprocessDeclaration
  readonly headless_supported?: boolean
  readonly token_env_vars?: readonly string[]
  readonly async?: boolean
  readonly job_descriptor_schema?: JsonObject
  readonly interruption?: InterruptionDeclaration
  readonly requires_editor?: boolean
  readonly non_interactive_alternatives?: readonly string[]
  readonly gui_operations?: readonly string[]
  readonly headless_behavior?: "emit_in_output" | "skip" | "error"
  readonly config_write_scope?: "local" | "global" | "session"
  readonly requires?: readonly ConditionalRule[]
  readonly streaming_default?: boolean
  readonly safe_default?: boolean
  /** The boolean flag that runs the command instead of previewing it (REQ-O-048). */
  readonly confirm_flag?: string
}

/**
 * One option in a manifest, keyed by its name without `--`.
 *
 * Requirement: REQ-O-041
 *
 * @example
 * ```ts
 * import type { FlagEntry } from "@byhand/manifest"
 *
 * const yes: FlagEntry = { type: "boolean", required: false, description: "Answer every prompt with yes" }
 * ```
 */
export interface FlagEntry {
  readonly type: "string" | "integer" | "number" | "boolean" | "array" | "enum" | "object"
  readonly required: boolean
  readonly description: string
  /** Left out, never null, when there is none. */
  readonly default?: JsonValue
  readonly enum_values?: readonly (string | number)[]
  /** One character. */
  readonly short?: string
  readonly pattern?: string
  readonly pattern_type?: "alphanumeric_id" | "uuid" | "semver" | "filepath" | "url"
  readonly env_vars?: readonly EnvVarEntry[]
  readonly schema?: JsonObject
  /** On the root flag `format` only. */
  readonly media_types?: MediaTypeMap
}

/** An environment variable that backs a flag. REQ-F-073 */
export interface EnvVarEntry {
  readonly name: string
  readonly deprecated?: boolean
  readonly description?: string
}

/**
 * One positional argument in a manifest, in call order.
 *
 * Requirement: REQ-C-015
 *
 * @example
 * ```ts
 * import type { PositionalEntry } from "@byhand/manifest"
 *
 * const id: PositionalEntry = { name: "id", type: "string", required: true, description: "ID of the decision" }
 * ```
 */
export interface PositionalEntry {
  readonly name: string
  readonly type: "string" | "integer" | "number" | "enum"
  readonly required: boolean
  readonly description: string
  readonly enum_values?: readonly (string | number)[]
  /** Takes every argument that is left; only the last may. */
  readonly variadic?: boolean
}

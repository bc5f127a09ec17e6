import type { JsonObject, JsonValue } from "@byhand/envelope"

/**
 * What one exit of a command means. The code itself is the key in the map.
 *
 * Requirement: REQ-C-001
 *
 * @example
 * ```ts
 * import type { ExitCodeEntry } from "@byhand/manifest"
 *
 * const recorded: ExitCodeEntry = { description: "The approval is recorded", retryable: false, side_effects: "complete" }
 * ```
 */
export interface ExitCodeEntry {
  /** The constant's name; required for the codes 79 to 125. */
  readonly name?: string
  /** The condition the exit stands for, in the present tense, 1 to 120 characters. */
  readonly description: string
  /** The identical call may succeed, and nothing was written. */
  readonly retryable: boolean
  /** How much was written before this exit. */
  readonly side_effects: "none" | "partial" | "complete"
  /** Every `error.code` emitted under this exit; absent means undeclared, empty means none. */
  readonly error_codes?: readonly string[]
}

/** Media type by output format. REQ-O-049 */
export type MediaTypeMap = Readonly<Record<string, string>>

/** What a command reads from stdin. REQ-O-041 */
export type StdinDeclaration =
  | { readonly mode: "buffered"; readonly max_bytes?: number }
  | { readonly mode: "lines"; readonly max_line_bytes?: number }
  | { readonly mode: "records"; readonly record_schema: JsonObject; readonly max_line_bytes?: number }

/** How work survives the caller's budget; at least one of `detach` and `resume` is true. REQ-C-033 */
export interface InterruptionDeclaration {
  readonly detach: boolean
  readonly resume: boolean
  readonly idle_timeout_ms?: number
  readonly max_lifetime_ms?: number
}

/** A file or folder that a command writes besides its result. REQ-C-011 */
export interface FilesystemSideEffect {
  readonly path: string
  readonly type: "cache" | "log" | "temp" | "credential" | "config" | "output"
  readonly ttl_seconds?: number
  readonly clearable_with?: string
}

/** A program that a command starts. REQ-O-041 */
export interface SubprocessDeclaration {
  readonly binary: string
  readonly user_controlled_args?: readonly string[]
  readonly hardcoded_args?: readonly string[]
}

/** How options depend on each other. REQ-C-026 */
export type ConditionalRule =
  | { readonly if_flag: string; readonly if_value: JsonValue; readonly then_required: readonly string[] }
  | { readonly if_flag: string; readonly prohibited: readonly string[] }
  | { readonly if_flag: string; readonly target_flag: string; readonly default: JsonValue }
  | { readonly any_of: readonly string[] }
  | { readonly one_of: readonly string[] }

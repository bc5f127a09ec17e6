/**
 * What the gate touches of an oclif command, and nothing more.
 *
 * The gate is duck-typed: a command class of a host comes from the host's own copy of `@oclif/core`, which need not be
 * the copy this package resolves.
 */
export interface ParsedCommandLine {
  readonly args: Record<string, unknown>
  readonly flags: Record<string, unknown>
  readonly raw: readonly { readonly type: "arg" | "flag"; readonly flag?: string; readonly input: string }[]
}

export interface ArgDefinition {
  readonly description?: string
  readonly required?: boolean
  readonly multiple?: boolean
  readonly hidden?: boolean
  readonly options?: readonly string[]
}

export interface FlagDefinition {
  readonly type: "boolean" | "option"
  readonly description?: string
  readonly summary?: string
  readonly required?: boolean
  readonly multiple?: boolean
  readonly hidden?: boolean
  readonly options?: readonly string[]
  readonly char?: string
  readonly env?: string
  readonly default?: unknown
  readonly allowNo?: boolean
  readonly helpGroup?: string
  readonly aliases?: readonly string[]
  readonly charAliases?: readonly string[]
  readonly dependsOn?: readonly string[]
  readonly exclusive?: readonly (string | { readonly name: string })[]
  readonly relationships?: readonly {
    readonly type: string
    readonly flags: readonly (string | { readonly name: string })[]
  }[]
}

export interface ParseOptions {
  readonly args?: Readonly<Record<string, ArgDefinition>>
  readonly flags?: Readonly<Record<string, FlagDefinition>>
  readonly baseFlags?: Readonly<Record<string, FlagDefinition>>
  readonly strict?: boolean
  readonly enableJsonFlag?: boolean
  readonly "--"?: boolean
  readonly constraints?: unknown
}

export interface HostConfig {
  readonly bin: string
  readonly topicSeparator?: string
  readonly version?: string
}

export interface CommandInstance {
  argv: string[]
  readonly config: HostConfig
  readonly id?: string
}

// The constructor of a mixin's base takes `any[]`: TypeScript accepts no other parameter list there (TS2545).
export type AnyCommandClass = abstract new (...args: any[]) => object

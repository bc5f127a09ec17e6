import type { FlagDefinition } from "../gate/oclif-shape.ts"

/** A command in oclif's tables, as far as a call of it is read. */
export interface CachedCommand {
  readonly id?: string
  readonly aliases?: readonly string[]
  readonly hiddenAliases?: readonly string[]
  readonly enableJsonFlag?: boolean
  readonly contract?: {
    readonly requires_person?: unknown
    readonly danger_level?: unknown
    readonly interactive?: unknown
    readonly exit_codes?: unknown
    readonly stdout?: unknown
  }
  readonly schemaVersion?: unknown
  flags?: Readonly<Record<string, FlagDefinition>>
  readonly args?: Readonly<Record<string, unknown>>
  readonly strict?: boolean
}

/** A plugin in oclif's tables. */
interface HeldPlugin {
  readonly name: string
  readonly hooks: Record<string, unknown[]>
  readonly commands: readonly CachedCommand[]
}

/** What is read of a host's package.json. */
interface HeldPjson {
  readonly oclif: {
    additionalHelpFlags?: string[]
    additionalVersionFlags?: string[]
  }
}

type RunCommand = (id: string, argv?: string[], cached?: object | null) => Promise<unknown>
type RunHook = (event: string, ...rest: readonly unknown[]) => Promise<unknown>

/** What is read of an oclif config, and changed on it, to hold a host to the contract. */
export interface HeldConfig {
  readonly bin: string
  readonly version: string
  /** What oclif prints for `--version`. */
  userAgent: string
  readonly topicSeparator: string
  readonly isSingleCommandCLI: boolean
  readonly flexibleTaxonomy: boolean
  readonly commandIDs: readonly string[]
  readonly commands: readonly CachedCommand[]
  readonly plugins: ReadonlyMap<string, HeldPlugin>
  readonly pjson: HeldPjson
  scopedEnvVar(name: string): string | undefined
  getAllCommandIDs(): readonly string[]
  findCommand(id: string, options?: { must?: boolean }): CachedCommand | undefined
  findTopic(id: string, options?: { must?: boolean }): object | undefined
  runCommand: RunCommand
  runHook: RunHook
}

/** What oclif gives an init hook. */
export interface InitOptions {
  readonly config: HeldConfig
  readonly id: string | undefined
  /** The same array that the command gets later. */
  readonly argv: string[]
}

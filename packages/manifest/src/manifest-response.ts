import type { CommandEntry } from "./command-entry.ts"
import type { FlagEntry } from "./contract.ts"
import type { ExitCodeEntry } from "./declared-parts.ts"
import { etag } from "./etag.ts"

/**
 * Every command, flag and exit of a tool in one document.
 *
 * Requirement: REQ-O-041
 */
export interface ManifestResponse {
  /** Version of the manifest contract, `3.MINOR`: the lowest that has every field used. */
  readonly schema_version: string
  readonly framework_version: string
  /** Hash of the registrations: two equal manifests have equal etags. */
  readonly etag: string
  /** Entries by dot path (`decisions.approve`). */
  readonly commands: Readonly<Record<string, CommandEntry>>
  /** Root flags, once for all commands. */
  readonly flags?: Readonly<Record<string, FlagEntry>>
  /** Exits that every command inherits. */
  readonly exit_codes?: Readonly<Record<string, ExitCodeEntry>>
}

/**
 * Builds the manifest of a tool.
 *
 * @param input the tool's version, the entries by dot path (as `commandEntry` builds them), root flags and root exits
 * @returns the document, commands in the order of their paths, with its etag and the lowest schema version that has every field used
 * @throws TypeError when an entry is not plain JSON (see `canonicalJson`)
 *
 * Requirement: REQ-O-041, REQ-C-036
 *
 * @example
 * ```ts
 * import { commandEntry, manifestResponse } from "@byhand/manifest"
 *
 * const list = commandEntry(undefined, { description: "List the decisions", flags: {}, positionals: [] })
 * console.log(manifestResponse({ framework_version: "2.5.0", commands: { "decisions.list": list } }).schema_version) // 3.18
 * ```
 */
export function manifestResponse(input: {
  readonly framework_version: string
  readonly commands: Readonly<Record<string, CommandEntry>>
  readonly flags?: Readonly<Record<string, FlagEntry>>
  readonly exit_codes?: Readonly<Record<string, ExitCodeEntry>>
}): ManifestResponse {
  const paths = Object.keys(input.commands).toSorted()
  const registrations = {
    commands: Object.fromEntries(paths.map((path) => [path, input.commands[path]])) as Record<
      string,
      CommandEntry
    >,
    ...(input.flags === undefined ? {} : { flags: input.flags }),
    ...(input.exit_codes === undefined ? {} : { exit_codes: input.exit_codes })
  }
  return {
    schema_version: `3.${lowestMinor(input)}`,
    framework_version: input.framework_version,
    etag: etag(registrations),
    ...registrations
  }
}

/** The minor version that brought a field; what is older is in 3.18, the oldest one this package writes. */
function lowestMinor({ commands, exit_codes }: Parameters<typeof manifestResponse>[0]): number {
  const entries = Object.values(commands)
  if (entries.some((entry) => entry.requires_person === true)) return 21
  if (entries.some((entry) => entry.interruption !== undefined)) return 20
  const tables = [exit_codes ?? {}, ...entries.map((entry) => entry.exit_codes)]
  const listsErrors = tables.some((table) =>
    Object.values(table).some((exit) => exit.error_codes !== undefined)
  )
  return listsErrors ? 19 : 18
}

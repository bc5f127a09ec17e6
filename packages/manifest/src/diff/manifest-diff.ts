import type { CommandEntry } from "../command-entry.ts"
import { pointerTo } from "../json-pointer.ts"
import type { ManifestResponse } from "../manifest-response.ts"
import { breaks, keeps, type ManifestChange, type Place } from "./change.ts"
import { fieldChanges } from "./command.ts"
import { exitChanges } from "./exits.ts"
import { flagChanges, positionalChanges } from "./parameters.ts"

/** What changed between two manifests. */
export interface ManifestDiff {
  /** One of the changes may break an agent. */
  readonly breaking: boolean
  /** The root's first, then those of each command in the order of their paths. */
  readonly changes: readonly ManifestChange[]
}

/**
 * Compares two manifests of one tool, as an agent that knows the first meets the second.
 *
 * Breaking is what makes a right call wrong or an exit misread: a command, flag or argument that is gone, a new one that is
 * required, fewer values, another default, an exit that means something else, more danger, more scopes, and a command that became
 * or stopped being a person's. An exit that is new, words that are other words and versions break nothing.
 *
 * @param before the manifest that agents know
 * @param after the manifest that they will meet
 * @returns every change with its place, and whether one of them is breaking. Versions and etags are not compared.
 * @throws TypeError when a manifest is no plain JSON (see `canonicalJson`)
 *
 * Requirement: REQ-O-041.
 *
 * @example
 * ```ts
 * import { commandEntry, manifestResponse } from "@byhand/manifest"
 * import { manifestDiff } from "@byhand/manifest/diff"
 *
 * const list = commandEntry(undefined, { description: "List", flags: {}, positionals: [] })
 * const before = manifestResponse({ framework_version: "1.0.0", commands: { list } })
 * const after = manifestResponse({ framework_version: "2.0.0", commands: {} })
 * console.log(manifestDiff(before, after).changes[0]?.message) // list is gone.
 * ```
 */
export function manifestDiff(before: ManifestResponse, after: ManifestResponse): ManifestDiff {
  const root: Place = { pointer: "", name: "every command" }
  const names = [...new Set([...Object.keys(before.commands), ...Object.keys(after.commands)])].toSorted()
  const changes = [
    ...flagChanges(root, { before: before.flags ?? {}, after: after.flags ?? {} }),
    ...exitChanges(root, { before: before.exit_codes ?? {}, after: after.exit_codes ?? {} }),
    ...names.flatMap((name) => commandChanges(name, before, after))
  ]
  return { breaking: changes.some((change) => change.breaking), changes }
}

function commandChanges(
  command: string,
  before: ManifestResponse,
  after: ManifestResponse
): readonly ManifestChange[] {
  const place = {
    command,
    pointer: pointerTo("/commands", command),
    name: command === "" ? "the command" : command
  }
  const [was, is] = [entryOf(before, command), entryOf(after, command)]
  if (was === undefined) return [keeps(place, "command-added", `${place.name} is new.`)]
  if (is === undefined) return goneChanges(place, command, after)
  const roots = <T>(of: (manifest: ManifestResponse) => Readonly<Record<string, T>> | undefined) => ({
    rootBefore: of(before) ?? {},
    rootAfter: of(after) ?? {}
  })
  return [
    ...fieldChanges(place, was, is),
    ...flagChanges(place, { before: was.flags, after: is.flags, ...roots(({ flags }) => flags) }),
    ...positionalChanges(place, was.positionals, is.positionals),
    ...exitChanges(place, {
      before: was.exit_codes,
      after: is.exit_codes,
      ...roots(({ exit_codes }) => exit_codes)
    })
  ]
}

/** A command that another one has for an alias can still be called. */
function goneChanges(place: Place, command: string, after: ManifestResponse): readonly ManifestChange[] {
  const [heir] =
    Object.entries(after.commands).find(([, { aliases = [] }]) => aliases.includes(command)) ?? []
  return heir === undefined
    ? [breaks(place, "command-removed", `${place.name} is gone.`)]
    : [
        keeps(
          place,
          "command-renamed",
          `${place.name} is called ${heir} now, and still answers to its old name.`
        )
      ]
}

function entryOf({ commands }: ManifestResponse, name: string): CommandEntry | undefined {
  return Object.hasOwn(commands, name) ? commands[name] : undefined
}

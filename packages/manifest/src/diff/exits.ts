import type { ExitCodeEntry } from "../declared-parts.ts"
import { pointerTo } from "../json-pointer.ts"
import { breaks, keeps, type ManifestChange, type Place } from "./change.ts"
import { same } from "./same.ts"
import { differing, type Tables } from "./tables.ts"

/** What changed in what the exits mean. */
export function exitChanges(place: Place, tables: Tables<ExitCodeEntry>): readonly ManifestChange[] {
  return differing(tables).map(({ name: code, before, after }) => {
    const at = { ...place, pointer: pointerTo(`${place.pointer}/exit_codes`, code) }
    if (before === undefined) return keeps(at, "exit-added", `${place.name} may exit with ${code} now.`)
    if (after === undefined)
      return keeps(at, "exit-removed", `${place.name} does not exit with ${code} any more.`)
    const changed = (["name", "retryable", "side_effects"] as const).filter(
      (field) => before[field] !== after[field]
    )
    if (changed.length > 0) {
      const how = changed.map(
        (field) => `${field} is ${after[field] ?? "not said"}, and was ${before[field] ?? "not said"}`
      )
      return breaks(
        at,
        "exit-meaning-changed",
        `Exit ${code} of ${place.name} means something else: ${how.join("; ")}.`
      )
    }
    return same(before.error_codes, after.error_codes)
      ? keeps(at, "exit-described-anew", `Exit ${code} of ${place.name} is described in other words.`)
      : keeps(at, "exit-errors-changed", `Exit ${code} of ${place.name} comes with other error codes.`)
  })
}

import type { FlagEntry, PositionalEntry } from "../contract.ts"
import { pointerTo } from "../json-pointer.ts"
import { breaks, keeps, type ManifestChange, type Place } from "./change.ts"
import { onlyIn, same } from "./same.ts"
import { differing, type Tables } from "./tables.ts"

/** What changed in the flags. */
export function flagChanges(place: Place, tables: Tables<FlagEntry>): readonly ManifestChange[] {
  return differing(tables).flatMap(({ name, before, after }) => {
    const at = { ...place, pointer: pointerTo(`${place.pointer}/flags`, name) }
    const what = `The flag --${name} of ${place.name}`
    if (after === undefined) return [breaks(at, "flag-removed", `${what} is gone.`)]
    if (before === undefined)
      return after.required
        ? [breaks(at, "flag-required-added", `${what} is new and required.`)]
        : [keeps(at, "flag-added", `${what} is new.`)]
    return [
      ...valueChanges(at, what, "flag", before, after),
      ...(same(before.short, after.short) || before.short === undefined
        ? []
        : [breaks(at, "flag-short-changed", `${what} is not -${before.short} any more.`)]),
      ...(same(before.default, after.default)
        ? []
        : [
            breaks(
              at,
              "flag-default-changed",
              `${what} has another default, so a call without it does something else.`
            )
          ]),
      ...(same(formOf(before), formOf(after)) || same(formOf(after), {})
        ? []
        : [breaks(at, "flag-form-changed", `${what} takes values of another form.`)])
    ]
  })
}

/** What changed in the positional arguments, place by place. */
export function positionalChanges(
  place: Place,
  before: readonly PositionalEntry[] = [],
  after: readonly PositionalEntry[] = []
): readonly ManifestChange[] {
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => index).flatMap(
    (index) => {
      const [was, is] = [before[index], after[index]]
      const at = { ...place, pointer: pointerTo(`${place.pointer}/positionals`, index) }
      const what = `The argument ${(was ?? is)?.name} of ${place.name}`
      if (is === undefined) return [breaks(at, "argument-removed", `${what} is gone.`)]
      if (was === undefined)
        return is.required
          ? [breaks(at, "argument-required-added", `${what} is new and required.`)]
          : [keeps(at, "argument-added", `${what} is new.`)]
      return [
        ...(was.name === is.name
          ? []
          : [
              breaks(
                at,
                "argument-renamed",
                `${what} is called ${is.name} now, also as an input of its tool.`
              )
            ]),
        ...valueChanges(at, what, "argument", was, is),
        ...(was.variadic === true && is.variadic !== true
          ? [breaks(at, "argument-not-variadic", `${what} takes only one value now.`)]
          : [])
      ]
    }
  )
}

function valueChanges(
  at: Place,
  what: string,
  kind: "flag" | "argument",
  before: FlagEntry | PositionalEntry,
  after: FlagEntry | PositionalEntry
): readonly ManifestChange[] {
  const isLimited = after.enum_values !== undefined && before.enum_values === undefined
  const { gone, added } = onlyIn(before.enum_values, after.enum_values)
  return [
    ...(before.required === after.required
      ? []
      : [
          after.required
            ? breaks(at, `${kind}-became-required`, `${what} is required now.`)
            : keeps(at, `${kind}-became-optional`, `${what} may be left out now.`)
        ]),
    ...(before.type === after.type || isLimited
      ? []
      : [breaks(at, `${kind}-type-changed`, `${what} is of type ${after.type}, and was ${before.type}.`)]),
    ...(isLimited
      ? [breaks(at, `${kind}-values-limited`, `${what} takes only ${after.enum_values.join(", ")} now.`)]
      : []),
    ...(gone.length > 0 && after.enum_values !== undefined
      ? [breaks(at, `${kind}-value-removed`, `${what} does not take ${gone.join(", ")} any more.`)]
      : []),
    ...(added.length > 0 && !isLimited
      ? [keeps(at, `${kind}-value-added`, `${what} takes ${added.join(", ")} too.`)]
      : []),
    ...(before.description === after.description
      ? []
      : [keeps(at, `${kind}-described-anew`, `${what} is described in other words.`)])
  ]
}

function formOf({ pattern, pattern_type, schema }: FlagEntry): object {
  return Object.fromEntries(
    Object.entries({ pattern, pattern_type, schema }).filter(([, value]) => value !== undefined)
  )
}

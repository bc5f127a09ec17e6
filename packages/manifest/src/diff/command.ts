import type { CommandEntry } from "../command-entry.ts"
import { pointerTo } from "../json-pointer.ts"
import { breaks, keeps, type ManifestChange, type Place } from "./change.ts"
import { onlyIn, same } from "./same.ts"

const dangers = ["safe", "mutating", "destructive"]

/** Fields of which any change changes what a call does, takes or gives. */
const meaningful = [
  "arguments",
  "async",
  "confirm_flag",
  "interruption",
  "option_placement",
  "output_file",
  "output_schema",
  "protocol",
  "safe_default",
  "stdin",
  "stdout",
  "streaming_default"
] as const

/** Fields that have a comparison of their own, here or beside. */
const compared: readonly string[] = [
  ...meaningful,
  "aliases",
  "danger_level",
  "exit_codes",
  "flags",
  "mcp",
  "positionals",
  "required_scopes",
  "requires",
  "requires_person"
]

/** What changed in what a command says of itself, its parameters and its exits left out. */
export function fieldChanges(
  place: Place,
  before: CommandEntry,
  after: CommandEntry
): readonly ManifestChange[] {
  const at = (field: string) => ({ ...place, pointer: pointerTo(place.pointer, field) })
  return [
    ...personChanges(at("requires_person"), before, after),
    ...dangerChanges(at("danger_level"), before, after),
    ...(same(before.mcp, after.mcp) || after.requires_person !== before.requires_person
      ? []
      : [
          after.mcp === false
            ? breaks(at("mcp"), "tool-removed", `${place.name} is no tool of the MCP server any more.`)
            : keeps(at("mcp"), "tool-added", `${place.name} is a tool of the MCP server now.`)
        ]),
    ...listed(at("aliases"), ["alias-removed", "alias-added"], "the name", before.aliases, after.aliases),
    ...listed(
      at("required_scopes"),
      ["scope-added", "scope-removed"],
      "the scope",
      after.required_scopes,
      before.required_scopes
    ),
    ...listed(
      at("requires"),
      ["rule-added", "rule-removed"],
      "the rule",
      after.requires?.map((rule) => JSON.stringify(rule)),
      before.requires?.map((rule) => JSON.stringify(rule))
    ),
    ...meaningful
      .filter((field) => !same(before[field], after[field]))
      .map((field) =>
        field === "output_schema" && before[field] === undefined
          ? keeps(at(field), "field-added", `${place.name} says now what it gives.`)
          : breaks(at(field), "field-changed", `${field} of ${place.name} says something else.`)
      ),
    ...otherFields(before, after).map((field) =>
      keeps(at(field), "field-described-anew", `${field} of ${place.name} says something else.`)
    )
  ]
}

function personChanges(at: Place, before: CommandEntry, after: CommandEntry): readonly ManifestChange[] {
  if ((before.requires_person === true) === (after.requires_person === true)) return []
  return after.requires_person === true
    ? [breaks(at, "became-person-only", `${at.name} is taken by a person only now.`)]
    : [
        breaks(
          at,
          "stopped-person-only",
          `${at.name} needs no person any more: an agent that handed it over may run it, and should know.`
        )
      ]
}

function dangerChanges(at: Place, before: CommandEntry, after: CommandEntry): readonly ManifestChange[] {
  if (before.danger_level === after.danger_level) return []
  const said = `${at.name} is ${after.danger_level}, and was ${before.danger_level}.`
  return dangers.indexOf(after.danger_level) > dangers.indexOf(before.danger_level)
    ? [breaks(at, "danger-raised", said)]
    : [keeps(at, "danger-lowered", said)]
}

/** What the first list alone has breaks a caller; what the second alone has does not. */
function listed(
  at: Place,
  [breaking, keeping]: readonly [string, string],
  what: string,
  breakingList: readonly string[] | undefined,
  keepingList: readonly string[] | undefined
): readonly ManifestChange[] {
  const { gone, added } = onlyIn(breakingList, keepingList)
  return [
    ...gone.map((item) => breaks(at, breaking, `${at.name} ${verb(breaking)} ${what} ${item}.`)),
    ...added.map((item) => keeps(at, keeping, `${at.name} ${verb(keeping)} ${what} ${item}.`))
  ]
}

function verb(kind: string): string {
  return kind.endsWith("-added") ? "has" : "has no longer"
}

function otherFields(before: CommandEntry, after: CommandEntry): readonly string[] {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return fields.filter(
    (field) =>
      !compared.includes(field) &&
      !same(before[field as keyof CommandEntry], after[field as keyof CommandEntry])
  )
}

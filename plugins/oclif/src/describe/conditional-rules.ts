import type { ConditionalRule } from "@byhand/manifest"
import type { FlagDefinition } from "../gate/oclif-shape.ts"

type Flags = Readonly<Record<string, FlagDefinition>>

/**
 * The rules between the flags of a command that oclif checks (`dependsOn`, `exclusive`, `relationships`), as the manifest
 * writes them (REQ-C-026). A flag of any text that needs another one has no such form; its description says so.
 */
export function conditionalRules(flags: Flags): readonly ConditionalRule[] {
  return Object.entries(flags).flatMap(([name, flag]) => {
    if (flag.hidden === true || !isRelated(flag)) return []
    const needed = neededBy(flag)
    const excluded = excludedBy(flag).filter((other) => flags[other] !== undefined)
    return [
      ...(needed.length === 0
        ? []
        : valuesOf(flag).map((if_value) => ({ if_flag: name, if_value, then_required: needed }))),
      ...(excluded.length === 0 ? [] : [{ if_flag: name, prohibited: excluded }])
    ]
  })
}

/** What no rule can say of a flag: the flags that go with any value of it, and those of which it needs one. */
export function needsInWords(flag: FlagDefinition): string {
  if (!isRelated(flag)) return ""
  const needed = valuesOf(flag).length === 0 ? neededBy(flag) : []
  const some = related(flag, "some")
  return [
    ...(needed.length === 0 ? [] : [`Needs ${named(needed, "and")}.`]),
    ...(some.length === 0 ? [] : [`Needs ${named(some, "or")}.`])
  ].join(" ")
}

/** Most flags have nothing to do with any other. */
function isRelated({ dependsOn, exclusive, relationships }: FlagDefinition): boolean {
  return dependsOn !== undefined || exclusive !== undefined || relationships !== undefined
}

/** The values of a flag, where there are few enough to have a rule each; none where any text will do. */
function valuesOf({ type, multiple, options }: FlagDefinition): readonly (string | true)[] {
  if (type === "boolean") return [true]
  return multiple === true ? [] : (options ?? []).map(String)
}

function neededBy(flag: FlagDefinition): readonly string[] {
  return [...new Set([...(flag.dependsOn ?? []), ...related(flag, "all")])]
}

function excludedBy(flag: FlagDefinition): readonly string[] {
  return [...new Set([...namesOf(flag.exclusive ?? []), ...related(flag, "none")])]
}

function related({ relationships = [] }: FlagDefinition, kind: string): readonly string[] {
  return relationships.filter(({ type }) => type === kind).flatMap(({ flags }) => namesOf(flags))
}

// A flag that is only needed, or excluded, under a condition is a function in oclif, of which its cache keeps the name.
function namesOf(flags: readonly (string | { readonly name: string })[]): readonly string[] {
  return flags.map((flag) => (typeof flag === "string" ? flag : flag.name))
}

function named(names: readonly string[], conjunction: string): string {
  return names.map((name) => `--${name}`).join(` ${conjunction} `)
}

import * as fc from "fast-check"

type Json = unknown
export type Members = Record<string, Json>

const junk: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(null, true, false, 0, 1, -1, 1.5, "", "yes", "true", "mutating", "A", "4", [], {}, [
    ""
  ]),
  fc.constantFrom("x".repeat(120), "x".repeat(121), "😀".repeat(120), [{}], { a: 1 }, ["a", "a"]),
  fc.jsonValue({ maxDepth: 2 })
)
interface Mutation {
  readonly steps: readonly number[]
  readonly kind: "replace" | "remove" | "add"
  readonly value: Json
  readonly name: string
}

/** Up to three changes of a document, or none; names that are added come from these, and from those that objects have. */
export function mutations(names: readonly string[]): fc.Arbitrary<readonly Mutation[]> {
  const mutation = fc.record({
    steps: fc.array(fc.nat(50), { minLength: 1, maxLength: 6 }),
    kind: fc.constantFrom("replace", "remove", "add"),
    value: junk,
    name: fc.constantFrom(...names, "toString", "__proto__", "constructor")
  } as const)
  return fc.oneof(fc.constant([]), fc.array(mutation, { maxLength: 3 }))
}

/** A document with the changes made. */
export function mutated(document: Json, changes: readonly Mutation[]): Json {
  return changes.reduce<Json>((at, change) => mutate(at, change, 0), document)
}

export function isMembers(value: Json): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** Walks down by the steps (modulo what is there) and changes what it meets at the end. */
function mutate(value: Json, change: Mutation, depth: number): Json {
  const isLast = depth === change.steps.length
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : []
  const key = keys[(change.steps[depth] ?? 0) % Math.max(keys.length, 1)]
  if (isLast || key === undefined) {
    if (change.kind === "add" && isMembers(value)) {
      return Object.fromEntries([...Object.entries(value), [change.name, change.value]])
    }
    return change.value
  }
  if (change.kind === "remove" && depth === change.steps.length - 1) {
    return rebuilt(
      value,
      Object.entries(value as object).filter(([name]) => name !== key)
    )
  }
  const changed = Object.entries(value as object).map(([name, member]): [string, Json] => [
    name,
    name === key ? mutate(member, change, depth + 1) : member
  ])
  return rebuilt(value, changed)
}

function rebuilt(original: Json, entries: [string, Json][]): Json {
  return Array.isArray(original) ? entries.map(([, member]) => member) : Object.fromEntries(entries)
}

import { canonicalJson } from "../canonical-json.ts"

/** Whether two JSON values say the same, whatever the order of their members. */
export function same(before: unknown, after: unknown): boolean {
  return before === after || canonicalJson(before ?? null) === canonicalJson(after ?? null)
}

/** Of two lists, what only the first and what only the second has. */
export function onlyIn(
  before: readonly (string | number)[] = [],
  after: readonly (string | number)[] = []
): { readonly gone: readonly (string | number)[]; readonly added: readonly (string | number)[] } {
  return {
    gone: before.filter((item) => !after.includes(item)),
    added: after.filter((item) => !before.includes(item))
  }
}

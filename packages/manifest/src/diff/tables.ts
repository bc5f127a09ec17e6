import { same } from "./same.ts"

/** Entries by name: those of one command, or of the root. */
type Table<T> = Readonly<Record<string, T>>

/** The two tables of one place, and what every command has beside them. */
export interface Tables<T> {
  readonly before: Table<T>
  readonly after: Table<T>
  readonly rootBefore?: Table<T>
  readonly rootAfter?: Table<T>
}

/** One name of two tables, with what stands there before and after. */
export interface Pair<T> {
  readonly name: string
  readonly before: T | undefined
  readonly after: T | undefined
}

/**
 * The names whose entries differ. Where one table has none, the root's stands there; what neither table has is the root's own
 * change.
 */
export function differing<T>({
  before,
  after,
  rootBefore = {},
  rootAfter = {}
}: Tables<T>): readonly Pair<T>[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted()
  return names
    .map((name) => ({
      name,
      before: own(before, name) ?? own(rootBefore, name),
      after: own(after, name) ?? own(rootAfter, name)
    }))
    .filter((pair) => !same(pair.before, pair.after))
}

function own<T>(table: Table<T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}

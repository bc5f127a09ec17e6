/** The values that each property may have. */
export type Choices<T> = { readonly [Name in keyof T]: readonly T[Name][] }

/**
 * A few combinations in which any two values of different properties stand together at least once, where they may: most faults
 * of a combination take no more than two values to show.
 *
 * The same few each time.
 */
export function pairwise<T extends object>(choices: Choices<T>, mayBe: (one: T) => boolean): readonly T[] {
  const all = product(choices).filter(mayBe)
  const open = new Set(all.flatMap(pairsOf))
  const chosen: T[] = []
  while (open.size > 0) {
    const news = all.map((one) => pairsOf(one).filter((pair) => open.has(pair)).length)
    const best = all[news.indexOf(Math.max(...news))] as T
    for (const pair of pairsOf(best)) open.delete(pair)
    chosen.push(best)
  }
  return chosen
}

function product<T extends object>(choices: Choices<T>): readonly T[] {
  return Object.entries<readonly unknown[]>(choices).reduce<readonly object[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}]
  ) as readonly T[]
}

function pairsOf(one: object): readonly string[] {
  const parts = Object.entries(one).map(([name, value]) => `${name} ${String(value)}`)
  return parts.flatMap((part, at) => parts.slice(at + 1).map((other) => `${part}, ${other}`))
}

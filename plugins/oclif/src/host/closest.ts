/** How many letters two words may differ in to be taken for the same word mistyped: a third of them, at least one. */
const shareWrong = 3

/**
 * The one of some words that a mistyped word most likely stands for.
 *
 * @returns undefined when none is close enough
 */
export function closest(word: string, candidates: Iterable<string>): string | undefined {
  let best: string | undefined
  let fewest = Math.max(1, Math.floor(word.length / shareWrong)) + 1
  for (const candidate of candidates) {
    const wrong = distance(word, candidate, fewest)
    if (wrong < fewest) [best, fewest] = [candidate, wrong]
  }
  return best
}

/** How many letters are to be added, taken away, changed or swapped with a neighbour; `enough` when it is that or more. */
function distance(from: string, to: string, enough: number): number {
  if (Math.abs(from.length - to.length) >= enough) return enough
  let before: number[] = []
  let row = Array.from({ length: to.length + 1 }, (_, at) => at)
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= to.length; j += 1) {
      const differs = from[i - 1] === to[j - 1] ? 0 : 1
      let least = Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + differs)
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        least = Math.min(least, before[j - 2]! + 1)
      next.push(least)
    }
    if (Math.min(...next) >= enough) return enough
    ;[before, row] = [row, next]
  }
  return Math.min(row[to.length]!, enough)
}

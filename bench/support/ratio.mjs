// Ratios of medians, and how sure one can be of them.

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

export function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/**
 * The ratio of the medians (or means) of two series that were taken in the same rounds, and its bootstrap 95 % interval: whole
 * rounds are drawn again, so that what disturbed both stays with both.
 */
export function ratioOf(values, base, { draws = 2000, middle = median } = {}) {
  const random = generator(20260731)
  const ratios = Array.from({ length: draws }, () => {
    const rounds = Array.from(base, () => Math.floor(random() * base.length))
    return middle(rounds.map((round) => values[round])) / middle(rounds.map((round) => base[round]))
  }).toSorted((a, b) => a - b)
  const at = (share) => ratios[Math.min(draws - 1, Math.floor(share * draws))]
  return { ratio: middle(values) / middle(base), low: at(0.025), high: at(0.975) }
}

/** The same numbers each time (mulberry32), so that the same series gives the same interval. */
function generator(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

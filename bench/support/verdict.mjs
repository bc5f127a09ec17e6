import { median, ratioOf } from "./ratio.mjs"

/**
 * Prints how many times one series is another one, and whether the target is met: the whole interval has to be on its side.
 *
 * @param target `atLeast` or `atMost`
 */
export function printRatio(name, values, base, target = {}) {
  const { ratio, low, high } = ratioOf(values, base)
  const { atLeast, atMost } = target
  const digits = ratio < 10 ? 2 : 1
  const text = [ratio, low, high].map((value) => value.toFixed(digits))
  const aimed = atLeast === undefined && atMost === undefined
  const verdict = aimed
    ? ""
    : atLeast === undefined
      ? `; target <= ${atMost}: ${met(high <= atMost)}`
      : `; target >= ${atLeast}: ${met(low >= atLeast)}`
  console.log(`  ${name}: ${text[0]} × [${text[1]}, ${text[2]}]${verdict}`)
}

function met(isMet) {
  return isMet ? "met" : "NOT MET"
}

/** A median with the range of the middle half. */
export function milliseconds(values) {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share) => sorted[Math.floor(share * (sorted.length - 1))].toFixed(2)
  return `${median(values).toFixed(2)} ms (middle half ${at(0.25)}–${at(0.75)})`
}

/** The latest that a wait can be told in seconds and still be a number of milliseconds. */
const longestMs = 1e12

/**
 * How long a provider asks to be left alone, in milliseconds; null when it does not say, or not in a way that can be read.
 *
 * @param header the name's value: `retry-after-ms`, which some providers send, is more exact than `Retry-After`
 * @param now milliseconds since the epoch: `Retry-After` may be a date
 */
export function retryAfterMs(header: (name: string) => string | undefined, now: number): number | null {
  const exact = Number.parseFloat(header("retry-after-ms") ?? "")
  if (exact >= 0) return Math.min(exact, longestMs)
  const text = header("retry-after")?.trim()
  if (text === undefined || text === "") return null
  if (/^\d+(?:\.\d+)?$/.test(text)) return Math.min(Number(text) * 1000, longestMs)
  // Left to itself the parser makes a date of almost anything.
  const date = /^[A-Za-z]{3}/.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}

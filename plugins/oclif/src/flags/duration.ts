const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }

/**
 * The milliseconds that a duration says: `500ms`, `30s`, `2m`, `1h`, or a bare number of seconds. 0 is no limit.
 *
 * @throws Error a sentence that says what is expected
 */
export function milliseconds(duration: string): number {
  const [, amount = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m|h)?$/.exec(duration) ?? []
  const time = Math.round(Number(amount) * (units[unit] ?? 1))
  // A timer of Node's holds no longer than this.
  if (amount === "" || time > 2 ** 31 - 1)
    throw new Error(
      `${duration} is not a duration. Expected a number of seconds, or one such as 500ms, 30s, 2m or 1h.`
    )
  return time
}

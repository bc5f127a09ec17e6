const longest = 120

/**
 * The description of an input request that gives none: the first line of its trimmed body, up to 120 code points.
 *
 * @param body - the request as the model wrote it, with something in it that can be seen
 * @returns the description, without a mark where it was cut. It never throws.
 *
 * Requirement: ADR-0019, tolerant input requests
 *
 * @example
 * ```ts
 * import { describeRequest } from "@byhand/headless"
 * console.log(describeRequest("\n  Which file do you mean?\nThere are two.")) // Which file do you mean?
 * ```
 */
export function describeRequest(body: string): string {
  const line = /^[^\n\r]*/u.exec(body.trim())?.[0] ?? ""
  // A code point has at most two units: the rest of a long line is not looked at.
  return Array.from(line.slice(0, longest * 2))
    .slice(0, longest)
    .join("")
    .trimEnd()
}

import { personMark, type Terminal } from "@byhand/conformance"

/** Where the gate waits for its answer. */
export const gateAsks = new RegExp(`^${personMark}$`, "m")

/**
 * Types each answer once the mark for it stands there, and counts how often it stood there.
 *
 * A program that ends without asking, or asks less often, gets no more answers.
 */
export async function answerAll(
  terminal: Terminal,
  answers: readonly string[],
  marks: readonly RegExp[] = answers.map(() => gateAsks)
): Promise<number> {
  let asked = 0
  let from = 0
  const end = terminal.ended.then(() => undefined)
  for (const [at, answer] of answers.entries()) {
    const mark = marks[at] ?? gateAsks
    const seen = await Promise.race([terminal.waitFor(mark, { from }).catch(() => undefined), end])
    if (seen === undefined) break
    asked += 1
    from = terminal.raw.length
    terminal.enter(answer)
  }
  return asked
}

import { describeCodePoint } from "./compare/code-points.ts"
import { isUnseen } from "./show/visible.ts"

/** Which characters an expected string may be made of: see {@link expectedProblems}. */
export type Alphabet = "ascii" | "any"

/** The longest expected string, in code points: what a person can be asked to type. */
const longestExpected = 128

const asciiAlphabet = /^[A-Za-z0-9._:/@-]$/

/**
 * Says why a string cannot be asked of a person: it must be something a person can read and type.
 *
 * One to 128 code points; in `"ascii"` letters, digits and `. _ : / @ -`; in `"any"` what every script has on its
 * keyboards, with single spaces inside, but nothing unseen and no accent that stands apart from its letter.
 */
export function expectedProblems(expected: string, alphabet: Alphabet): readonly string[] {
  const points = Array.from(expected)
  if (points.length === 0)
    return ["expected is empty. Give the text the person types back, such as the ID of what is confirmed"]
  const problems: string[] = []
  if (points.length > longestExpected)
    problems.push(
      `expected has ${points.length} code points; a person can be asked for at most ${longestExpected}. Give a shorter ID or a digest`
    )
  const found = new Set<string>()
  for (const [index, point] of points.slice(0, longestExpected).entries()) {
    const problem = pointProblem(point, index, alphabet)
    if (problem !== undefined && !found.has(point)) problems.push(problem)
    if (problem !== undefined) found.add(point)
  }
  if (alphabet === "any")
    problems.push(...spacingProblems(expected), ...compositionProblems(expected, problems))
  return problems
}

function pointProblem(point: string, index: number, alphabet: Alphabet): string | undefined {
  const named = `expected has ${describeCodePoint(point)} as character ${index + 1}`
  if (isUnseen(point)) return `${named}, which cannot be seen. Leave it out, or give an ID without it`
  if (alphabet === "ascii") {
    if (asciiAlphabet.test(point)) return undefined
    const allowed = "ASCII letters, digits and . _ : / @ - are typeable on every keyboard"
    return `${named}; ${allowed}. Give another ID, or set alphabet: "any" if the people asked can type it`
  }
  if (/^\p{White_Space}$/u.test(point) && point !== " ")
    return `${named}, which looks like an ordinary space. Use U+0020`
  if (/^\p{M}$/u.test(point) && (index === 0 || /^\p{Script=Inherited}$/u.test(point)))
    return `${named}, a mark that combines with what stands before it. Give the composed letter (NFC) or an ID without it`
  return undefined
}

function spacingProblems(expected: string): readonly string[] {
  const problems: string[] = []
  if (expected.startsWith(" ") || expected.endsWith(" "))
    problems.push("expected starts or ends with a space, which a person cannot see. Leave it out")
  if (expected.includes("  "))
    problems.push("expected has two spaces in a row, which look like one. Use single spaces")
  return problems
}

// A keyboard sends composed letters, so a text in another form can be read but not typed.
function compositionProblems(expected: string, already: readonly string[]): readonly string[] {
  if (already.length > 0 || expected.normalize("NFC") === expected) return []
  return [
    'expected is not in composed form (NFC), which is what keyboards send. Give expected.normalize("NFC")'
  ]
}

import { isUnseen, visible } from "../show/visible.ts"
import { describeCodePoint } from "./code-points.ts"
import { skeleton } from "./look-alikes.ts"

/**
 * How a typed text differs from the expected one; `"equal"` only when it does not.
 *
 * @example
 * ```ts
 * import type { DifferenceKind } from "@byhand/attestation"
 * const kind: DifferenceKind = "space-at-end"
 * ```
 */
export type DifferenceKind =
  | "equal"
  | "empty"
  | "too-long"
  | "space-at-start"
  | "space-at-end"
  | "spaces-around"
  | "unseen-character"
  | "look-alike"
  | "combining"
  | "other-case"
  | "quoted"
  | "agreement"
  | "shorter"
  | "longer"
  | "other"

/**
 * How a typed text differs, for programs (`kind`) and for the person at the terminal (`message`, a sentence).
 *
 * @example
 * ```ts
 * import type { Difference } from "@byhand/attestation"
 * const difference: Difference = { kind: "empty", message: "Nothing was typed." }
 * ```
 */
export interface Difference {
  readonly kind: DifferenceKind
  readonly message: string
}

/** The longest line the editor keeps, in UTF-16 units; a longer one is never compared as if it were shorter. */
export const longestLine = 10_000

/**
 * Explains how a typed text differs from the expected one. It explains only: what counts is `typed === expected`.
 *
 * @param typed - the line the person typed, without its line terminator
 * @param expected - the text that was asked for
 * @returns the nearest kind and a sentence for the person. `kind` is `"equal"` exactly when the texts are the same code
 * points. Never throws.
 *
 * Requirement: REQ-C-036 ("A wrong answer. When the typed string differs from the expected one").
 *
 * @example
 * ```ts
 * import { explainDifference } from "@byhand/attestation"
 * const difference = explainDifference("D\u201142", "D-42")
 * console.log(difference.kind) // look-alike
 * console.log(difference.message) // Character 2 is U+2011 NON-BREAKING HYPHEN, where U+002D HYPHEN-MINUS is expected.
 * ```
 */
export function explainDifference(typed: string, expected: string): Difference {
  if (typed === expected) return { kind: "equal", message: "The typed text is the expected one." }
  if (typed === "") return { kind: "empty", message: "Nothing was typed." }
  if (typed.length > longestLine) return tooLong()
  return (
    explainEdges(typed, expected) ??
    explainAlike(typed, expected) ??
    explainWording(typed, expected) ?? { kind: "other", message: firstDifference(typed, expected) }
  )
}

/** What the person is told when the line outgrew {@link longestLine}, whatever its first characters were. */
export function tooLong(): Difference {
  // Made when it is said: to group the digits the engine loads the tables of a language, which takes it 20 ms.
  return { kind: "too-long", message: `More than ${longestLine.toLocaleString("en")} characters were typed.` }
}

function explainEdges(typed: string, expected: string): Difference | undefined {
  const start = typed.length - typed.trimStart().length
  const end = typed.length - typed.trimEnd().length
  if (typed.trim() !== expected || start + end === 0) return undefined
  const lead = namedSpaces(typed.slice(0, start))
  const trail = namedSpaces(typed.slice(typed.length - end))
  if (end === 0) return { kind: "space-at-start", message: `The typed text has ${lead} at the start.` }
  if (start === 0) return { kind: "space-at-end", message: `The typed text has ${trail} at the end.` }
  return {
    kind: "spaces-around",
    message: `The typed text has ${lead} at the start and ${trail} at the end.`
  }
}

function namedSpaces(spaces: string): string {
  if (spaces === " ") return "a space"
  const points = Array.from(spaces)
  const first = describeCodePoint(points[0] ?? "")
  if (points.length === 1) return first
  return points.every((point) => point === " ")
    ? `${points.length} spaces`
    : `${points.length} space characters (${first} first)`
}

function explainAlike(typed: string, expected: string): Difference | undefined {
  const kept = Array.from(typed).filter((point) => !isUnseen(point))
  if (kept.join("") === expected) {
    const index = Array.from(typed).findIndex((point) => isUnseen(point))
    const point = describeCodePoint(Array.from(typed)[index] ?? "")
    return { kind: "unseen-character", message: `Character ${index + 1} is ${point}, which cannot be seen.` }
  }
  if (/\p{M}/u.test(typed + expected) && typed.normalize("NFC") === expected.normalize("NFC"))
    return {
      kind: "combining",
      message: `It looks the same but is made of other code points. ${firstDifference(typed, expected)}`
    }
  if (skeleton(typed) === skeleton(expected))
    return { kind: "look-alike", message: firstDifference(typed, expected) }
  return undefined
}

const agreement = /^(?:y|yes|ok|okay|true|1|approve|approved|confirm|confirmed)$/i
const quotes = /^(["'`\u2018\u2019\u201c\u201d]+)([\s\S]*?)(["'`\u2018\u2019\u201c\u201d]+)$/u

function explainWording(typed: string, expected: string): Difference | undefined {
  if (typed.toLowerCase() === expected.toLowerCase())
    return {
      kind: "other-case",
      message: `Capital and small letters count. ${firstDifference(typed, expected)}`
    }
  if (quotes.exec(typed)?.[2] === expected)
    return { kind: "quoted", message: "The typed text is in quotation marks. Type it without them." }
  if (agreement.test(typed.trim()))
    return {
      kind: "agreement",
      message: `"${visible(typed)}" does not confirm: the text itself has to be typed.`
    }
  const typedPoints = Array.from(typed)
  const expectedPoints = Array.from(expected)
  if (expected.startsWith(typed))
    return {
      kind: "shorter",
      message: `Only the first ${count(typedPoints.length)} of ${expectedPoints.length} were typed.`
    }
  if (typed.startsWith(expected)) {
    const more = typedPoints.length - expectedPoints.length
    const next = describeCodePoint(typedPoints[expectedPoints.length] ?? "")
    return { kind: "longer", message: `${count(more)} too many: after the expected text comes ${next}.` }
  }
  return undefined
}

function count(characters: number): string {
  return characters === 1 ? "1 character" : `${characters} characters`
}

function firstDifference(typed: string, expected: string): string {
  const typedPoints = Array.from(typed)
  const expectedPoints = Array.from(expected)
  let index = 0
  while (typedPoints[index] === expectedPoints[index]) index += 1
  const [is, wanted] = [typedPoints[index], expectedPoints[index]]
  if (is === undefined) return `The typed text ends after ${count(index)}.`
  if (wanted === undefined)
    return `After ${count(index)} the typed text goes on with ${describeCodePoint(is)}.`
  return `Character ${index + 1} is ${describeCodePoint(is)}, where ${describeCodePoint(wanted)} is expected.`
}

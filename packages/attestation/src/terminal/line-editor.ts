import { longestLine } from "../compare/difference.ts"
import type { Key } from "./keys.ts"

/** A line being typed, split at the cursor. */
export interface Line {
  readonly before: string
  readonly after: string
  /** Whether some of it came by bracketed paste. */
  readonly pasted: boolean
  /** Whether more was typed than is kept. What backspaces leave is not known then: it stays so until Ctrl-U. */
  readonly overlong: boolean
}

/** The line before anything is typed. */
export const emptyLine: Line = { before: "", after: "", pasted: false, overlong: false }

/**
 * The line after one more key. Pure; keys that do not edit (Enter, Ctrl-C, …) change nothing.
 * There is no history and no completion: a text that was not typed now never appears.
 */
export function press(line: Line, key: Key): Line {
  const next = edit(line, key)
  return next.before === "" && next.after === "" && !next.overlong ? emptyLine : next
}

function edit(line: Line, key: Key): Line {
  const { before, after } = line
  switch (key.type) {
    case "text": {
      const room = longestLine - before.length - after.length
      const overlong = line.overlong || key.text.length > room
      return { before: before + key.text.slice(0, room), after, pasted: line.pasted || key.pasted, overlong }
    }
    case "backspace":
      return { ...line, before: before.slice(0, lastGrapheme(before)) }
    case "delete":
      return { ...line, after: after.slice(firstGrapheme(after)) }
    case "kill-line":
      return emptyLine
    case "kill-end":
      return { ...line, after: "" }
    case "kill-word":
      return { ...line, before: before.slice(0, lastWord(before)) }
    case "left":
      return moveTo(line, lastGrapheme(before))
    case "right":
      return moveTo(line, before.length + firstGrapheme(after))
    case "home":
      return moveTo(line, 0)
    case "end":
      return moveTo(line, before.length + after.length)
    default:
      return line
  }
}

function moveTo(line: Line, at: number): Line {
  const text = line.before + line.after
  return { ...line, before: text.slice(0, at), after: text.slice(at) }
}

// Made when it is first needed: it costs more than all the rest of a question, and few answers are corrected.
let segmenter: Intl.Segmenter | undefined

function graphemesOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" })
  return segmenter.segment(text)
}

function lastGrapheme(text: string): number {
  return graphemesOf(text).containing(text.length - 1)?.index ?? 0
}

function firstGrapheme(text: string): number {
  return graphemesOf(text).containing(0)?.segment.length ?? 0
}

function lastWord(text: string): number {
  return text.trimEnd().lastIndexOf(" ") + 1
}

import { endOfString } from "./scan-string.ts"

/** What a text holds from a position on: a whole JSON value, or something that is none. */
export interface Scanned {
  readonly whole: boolean
  /** The position after the value, or where it stops being one. */
  readonly end: number
  /** How deep objects and arrays lie in each other: 1 for an object without any in it. */
  readonly depth: number
}

const code = {
  quote: 34,
  comma: 44,
  colon: 58,
  openList: 91,
  closeList: 93,
  openObject: 123,
  closeObject: 125
} as const
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** What is known of a brace. */
export const brace = { unknown: 0, noObject: 1, object: 2 } as const

/**
 * Finds where JSON values end in a text, without recursion. In strings raw control characters are allowed.
 *
 * What it passes on its way it remembers: of every brace that opened an object inside a value, whether that object is whole,
 * or is none because what follows it is not one. So a search for the first object looks at no brace twice.
 */
export class JsonScanner {
  readonly #text: string
  readonly #braces: Uint8Array
  /** Where each object or list begins that is open. */
  #open = new Int32Array(deepEnough)

  constructor(text: string) {
    this.#text = text
    this.#braces = new Uint8Array(text.length)
  }

  /** What earlier scans have found out about the brace at a position. */
  knownOf(at: number): number {
    return this.#braces[at] ?? brace.unknown
  }

  /** The value at a position, or how far it is one. White space before it is passed over. */
  scan(start: number): Scanned {
    const text = this.#text
    let at = afterSpace(text, start)
    let depth = 0
    let deepest = 0
    for (;;) {
      // A value is due.
      const opening = text.charCodeAt(at)
      if (opening === code.openObject || opening === code.openList) {
        this.#push(depth, at)
        depth += 1
        if (depth > deepest) deepest = depth
        if (opening === code.openObject) this.#braces[at] = brace.noObject
        const next = afterSpace(text, at + 1)
        if (text.charCodeAt(next) !== (opening === code.openObject ? code.closeObject : code.closeList)) {
          at = opening === code.openObject ? afterKey(text, next) : next
          if (at < 0) return { whole: false, end: next, depth: deepest }
          continue
        }
        at = next
      } else {
        const end = opening === code.quote ? endOfString(text, at) : endOfScalar(text, at)
        if (end < 0) return { whole: false, end: at, depth: deepest }
        if (depth === 0) return { whole: true, end, depth: deepest }
        at = afterSpace(text, end)
      }
      // A value is over, or an empty list or object is about to be.
      at = this.#close(at, depth)
      depth = this.#depth
      if (depth === 0) return { whole: true, end: at, depth: deepest }
      if (text.charCodeAt(at) !== code.comma) return { whole: false, end: at, depth: deepest }
      at = afterSpace(text, at + 1)
      if (text.charCodeAt(this.#open[depth - 1] ?? 0) === code.openList) continue
      const value = afterKey(text, at)
      if (value < 0) return { whole: false, end: at, depth: deepest }
      at = value
    }
  }

  #depth = 0

  /** Passes every bracket that closes what is open, and says where the next other character is. */
  #close(start: number, from: number): number {
    const text = this.#text
    let at = start
    let depth = from
    for (; depth > 0; depth -= 1) {
      const begin = this.#open[depth - 1] ?? 0
      const closing = text.charCodeAt(begin) === code.openObject ? code.closeObject : code.closeList
      if (text.charCodeAt(at) !== closing) break
      if (closing === code.closeObject) this.#braces[begin] = brace.object
      at = depth === 1 ? at + 1 : afterSpace(text, at + 1)
    }
    this.#depth = depth
    return at
  }

  #push(depth: number, at: number): void {
    if (depth === this.#open.length) {
      const larger = new Int32Array(depth * 2)
      larger.set(this.#open)
      this.#open = larger
    }
    this.#open[depth] = at
  }
}

const deepEnough = 512

/** The position of the value of a key, or -1 when there is no key there. */
function afterKey(text: string, at: number): number {
  if (text.charCodeAt(at) !== code.quote) return -1
  const end = endOfString(text, at)
  if (end < 0) return -1
  const colon = afterSpace(text, end)
  return text.charCodeAt(colon) === code.colon ? afterSpace(text, colon + 1) : -1
}

/** The position of the next character that is not JSON's white space. */
export function afterSpace(text: string, start: number): number {
  let at = start
  for (;;) {
    const char = text.charCodeAt(at)
    if (char !== 32 && char !== 10 && char !== 13 && char !== 9) return at
    at += 1
  }
}

function endOfScalar(text: string, at: number): number {
  scalar.lastIndex = at
  return scalar.test(text) ? scalar.lastIndex : -1
}

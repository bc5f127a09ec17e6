import type { JsonValue } from "@byhand/envelope"
import { type Finding, mismatch } from "../finding.ts"
import { elementsOf, isArray, isObject, membersOf } from "../json.ts"
import { pointerTo } from "../json-pointer.ts"

/** What a JSON value must look like: the manifest schema's own words, as values. */
export interface Shape {
  /** Completes "expected …". */
  readonly expected: string
  /** Source text of a value that has the shape. */
  readonly example: string
  readonly findings: (value: JsonValue, path: string) => readonly Finding[]
  /** Whether there is nothing to find, where that is told without a place: most values are in order. */
  readonly accepts?: (value: JsonValue) => boolean
}

/** A shape that a predicate decides as a whole. */
export function simple(expected: string, example: string, accepts: (value: JsonValue) => boolean): Shape {
  return {
    expected,
    example,
    accepts,
    findings: (value, path) => (accepts(value) ? [] : [mismatch(path, value, expected, example)])
  }
}

export const anything: Shape = simple("any JSON value", "true", () => true)
export const truthValue: Shape = simple("true or false", "true", (value) => typeof value === "boolean")
export const text: Shape = simple("a string", '"text"', (value) => typeof value === "string")
export const schemaObject: Shape = simple("a JSON Schema object", '{ "type": "object" }', isObject)

/** Exactly one value. */
export function only(constant: boolean): Shape {
  return simple(`${constant}, or no such field`, String(constant), (value) => value === constant)
}

/** A string of a fixed set. */
export function choice(...values: readonly string[]): Shape {
  const quoted = values.map((value) => JSON.stringify(value))
  const expected = quoted.length === 1 ? String(quoted[0]) : `one of ${quoted.join(", ")}`
  return simple(expected, String(quoted[0]), (value) => typeof value === "string" && values.includes(value))
}

/** A string that matches a pattern; `expected` names the form and `example` is such a string. */
export function matching(pattern: RegExp, expected: string, example: string): Shape {
  return simple(
    expected,
    JSON.stringify(example),
    (value) => typeof value === "string" && pattern.test(value)
  )
}

/** A string of a bounded number of characters (code points). */
export function textOf(least: number, most: number, expected: string, example: string): Shape {
  return simple(expected, JSON.stringify(example), (value) => {
    if (typeof value !== "string") return false
    // Only where there are more units than characters may be, or none, do the characters have to be counted.
    if (least <= 1 && value.length >= least && value.length <= most) return true
    const { length } = [...value]
    return length >= least && length <= most
  })
}

/** A whole number of at least `least`. */
export function integerFrom(least: number): Shape {
  return simple(
    `a whole number of at least ${least}`,
    String(Math.max(least, 1)),
    (value) => typeof value === "number" && Number.isInteger(value) && value >= least
  )
}

/** An array whose elements have one shape. */
export function listOf(
  item: Shape,
  options: { readonly least?: number; readonly unique?: boolean } = {}
): Shape {
  const { least = 0, unique = false } = options
  const size = least === 0 ? "an array" : `an array of at least ${least}`
  const expected = `${size}${unique ? " without repeats" : ""}, each element ${item.expected}`
  const example = `[${item.example}]`
  return {
    expected,
    example,
    findings: (value, path) => {
      if (!isArray(value) || value.length < least) return [mismatch(path, value, expected, example)]
      const elements = elementsOf(value)
      const repeats =
        unique && new Set(elements.map((element) => JSON.stringify(element))).size < elements.length
      return [
        ...(repeats ? [mismatch(path, value, expected, JSON.stringify([...new Set(elements)]))] : []),
        ...elements.flatMap((element, index) => item.findings(element, pointerTo(path, index)))
      ]
    }
  }
}

/** An object of any names, whose members have one shape. */
export function mapOf(
  member: Shape,
  options: {
    readonly key?: RegExp
    readonly keyExpected?: string
    readonly least?: number
    readonly example: string
  }
): Shape {
  const { key, keyExpected = "any name", least = 0, example } = options
  const expected = `an object${least === 0 ? "" : ` of at least ${least}`} whose keys are ${keyExpected}, each value ${member.expected}`
  return {
    expected,
    example,
    findings: (value, path) => {
      const members = membersOf(value)
      if (!isObject(value) || members.length < least) return [mismatch(path, value, expected, example)]
      const found: Finding[] = []
      for (const [name, entry] of members) {
        if (key?.test(name) === false) found.push(misnamed(path, name, keyExpected))
        found.push(...member.findings(entry, pointerTo(path, name)))
      }
      return found
    }
  }
}

function misnamed(path: string, name: string, expected: string): Finding {
  const at = pointerTo(path, name)
  return {
    path: at,
    what: `${at} has the key ${JSON.stringify(name)}; expected ${expected}`,
    fix: `Rename ${JSON.stringify(name)} in ${path} to ${expected}.`
  }
}

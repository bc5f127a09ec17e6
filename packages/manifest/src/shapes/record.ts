import type { JsonObject } from "@byhand/envelope"
import { type Finding, mismatch, missing, surplus } from "../finding.ts"
import { isObject, memberOf, membersOf } from "../json.ts"
import { pointerTo } from "../json-pointer.ts"
import type { Shape } from "./shape.ts"

/** A closed object: the members it knows, which of them it requires, and what its members say about each other. */
export interface RecordShape {
  /** Completes "expected …". */
  readonly expected: string
  /** Source text of a value that has the shape. */
  readonly example: string
  readonly members: Readonly<Record<string, Shape>>
  readonly required: readonly string[]
  /** Findings that need more than one member; the value is an object. */
  readonly among?: (value: JsonObject, path: string) => readonly Finding[]
}

/** The shape of a closed object. */
export function record(shape: RecordShape): Shape {
  const { expected, example, members, required, among = () => [] } = shape
  return {
    expected,
    example,
    findings: (value, path) => {
      if (!isObject(value)) return [mismatch(path, value, expected, example)]
      const found: Finding[] = []
      for (const name of required)
        if (!Object.hasOwn(value, name)) found.push(absence(pointerTo(path, name), members[name]))
      for (const [name, member] of membersOf(value)) {
        const known = Object.hasOwn(members, name) ? members[name] : undefined
        if (known?.accepts?.(member) === true) continue
        const at = pointerTo(path, name)
        if (known === undefined) found.push(unknown(at, member, members))
        else found.push(...known.findings(member, at))
      }
      found.push(...among(value, path))
      return found
    }
  }
}

/** One of several closed objects, told apart by the names of their members. */
export function oneOfRecords(expected: string, variants: readonly [RecordShape, ...RecordShape[]]): Shape {
  const { example } = variants[0]
  return {
    expected,
    example,
    findings: (value, path) => {
      const variant = variants.find(({ required }) => hasExactly(value, required))
      return variant === undefined
        ? [mismatch(path, value, expected, example)]
        : record(variant).findings(value, path)
    }
  }
}

function hasExactly(value: Parameters<Shape["findings"]>[0], names: readonly string[]): boolean {
  return (
    membersOf(value).length === names.length && names.every((name) => memberOf(value, name) !== undefined)
  )
}

function absence(path: string, shape: Shape | undefined): Finding {
  return missing(path, shape?.expected ?? "a value", shape?.example ?? "…")
}

function unknown(
  path: string,
  received: Parameters<typeof surplus>[1],
  members: RecordShape["members"]
): Finding {
  return surplus(path, received, `none but the members ${Object.keys(members).join(", ")}`)
}

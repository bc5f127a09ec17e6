import type { JsonValue } from "@byhand/envelope"
import { pointerParts } from "./json-pointer.ts"

/** What a rule found at one place of a declaration, before the rule's reason is added. */
export interface Finding {
  /** JSON Pointer into the command's manifest entry. */
  readonly path: string
  /** What was received and what was expected, without a final period. */
  readonly what: string
  /** A sentence with the exact text to write. */
  readonly fix: string
}

/** The value at `path` is not the expected one. `example` is the source text of a value that would do. */
export function mismatch(
  path: string,
  received: JsonValue,
  expected: string,
  example: string | undefined
): Finding {
  const fix = example === undefined ? remove(path) : write(path, example)
  return { path, what: `${place(path)} is ${show(received)}; expected ${expected}`, fix }
}

/** Nothing stands at `path`, and something must. */
export function missing(path: string, expected: string, example: string): Finding {
  return { path, what: `${place(path)} is missing; expected ${expected}`, fix: write(path, example) }
}

/** Something stands at `path`, and nothing may. */
export function surplus(path: string, received: JsonValue, expected: string): Finding {
  return { path, what: `${place(path)} is ${show(received)}; expected ${expected}`, fix: remove(path) }
}

/** A JSON value as an author would read it, cut after 80 characters. */
export function show(value: JsonValue): string {
  const characters = [...JSON.stringify(value)]
  return characters.length <= 80 ? characters.join("") : `${characters.slice(0, 79).join("")}…`
}

/** The sentence that says what to write at a place. */
function write(path: string, source: string): string {
  const { parent, name } = pointerParts(path)
  if (path === "") return `Write \`static contract = ${source}\`.`
  if (isElement(parent, name)) return `Write \`${source}\` as element ${name} of ${parent}.`
  return `Write \`${member(name)}: ${source}\` in ${place(parent)}.`
}

/** The sentence that says what to take away. */
export function remove(path: string): string {
  const { parent, name } = pointerParts(path)
  if (isElement(parent, name)) return `Remove element ${name} of ${parent}.`
  return `Remove \`${member(name)}\` from ${place(parent)}.`
}

/** Names of digits are elements of an array everywhere but among the exit codes. */
function isElement(parent: string, name: string): boolean {
  return /^\d+$/.test(name) && parent !== "/exit_codes"
}

function place(path: string): string {
  return path === "" ? "the contract" : path
}

function member(name: string): string {
  return /^([A-Za-z_$][\w$]*|0|[1-9]\d*)$/.test(name) ? name : JSON.stringify(name)
}

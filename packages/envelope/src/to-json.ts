import { types } from "node:util"
import type { JsonValue } from "./json.ts"
import { plainText } from "./plain-text.ts"
import { standIn } from "./stand-in.ts"

// Readers limit how deep they follow (jq 256, Python about 1,000), and JSON.stringify itself fails a little deeper.
const deepest = 200
// What keeps one document inside V8's longest string, and a value that refers to itself many times over inside memory.
const mostValues = 2_000_000
const mostCharacters = 2 ** 27
const mostPaths = 20

/** A JSON value, and where in it something had to be put in the place of a value that JSON cannot hold. */
export interface Converted {
  readonly json: JsonValue
  /** JSON pointers of the first replaced values. */
  readonly paths: readonly string[]
  /** How many values were replaced. */
  readonly count: number
}

/**
 * A frozen JSON copy of any value, whatever it is made of. It never throws.
 *
 * It follows JSON.stringify (`toJSON`, enumerable own keys, undefined left out), and keeps what that loses: a BigInt
 * becomes its digits, a Map an object or a list of pairs, a Set a list, an Error its name, message and fields without
 * the stack, bytes base64. A value that nothing can be kept of becomes a text in brackets that says what it was, and is
 * counted. All texts and keys are plain text.
 */
export function toJson(value: unknown): Converted {
  const conversion = new Conversion()
  const json = conversion.convert(value, "") ?? null
  return { json, paths: conversion.paths, count: conversion.count }
}

class Conversion {
  readonly paths: string[] = []
  count = 0
  readonly #here: string[] = []
  readonly #open = new Set<object>()
  #values = 0
  #characters = 0

  convert(value: unknown, key: string): JsonValue | undefined {
    this.#values += 1
    if (this.#full) return this.#replace("[left out: the result is too large]")
    if (typeof value !== "object" || value === null) return this.#scalar(value)
    if (types.isPromise(value)) return this.#replace("[a promise that was not awaited]")
    if (this.#here.length > deepest) return this.#replace("[nested too deeply]")
    if (this.#open.has(value)) return this.#replace("[circular]")
    this.#open.add(value)
    try {
      const said = standIn(value, key)
      if (typeof said !== "object" || said === null) return this.#scalar(said)
      return Array.isArray(said) || types.isTypedArray(said) ? this.#list(said) : this.#record(said)
    } catch {
      return this.#replace("[unreadable]")
    } finally {
      this.#open.delete(value)
    }
  }

  get #full(): boolean {
    return this.#values > mostValues || this.#characters > mostCharacters
  }

  #scalar(value: unknown): JsonValue | undefined {
    switch (typeof value) {
      case "string":
        return this.#text(value)
      case "number":
        // Adding 0 turns -0 into 0, which is what JSON.stringify writes.
        return Number.isFinite(value) ? value + 0 : this.#replace(`[${value}]`)
      case "bigint":
        return value.toString()
      case "symbol":
      case "function":
        return this.#replace(`[${typeof value}]`)
      default:
        return value as boolean | null | undefined
    }
  }

  #list(list: ArrayLike<unknown>): JsonValue {
    const copy: JsonValue[] = []
    for (let index = 0; index < list.length && !this.#full; index++) {
      copy.push(this.#member(list, index) ?? null)
    }
    if (copy.length < list.length) copy.push(this.#replace("[left out: the result is too large]"))
    return Object.freeze(copy)
  }

  #record(record: object): JsonValue {
    const copy: Record<string, JsonValue> = {}
    let namesake = 2
    for (const key of Object.keys(record)) {
      if (this.#full) break
      const json = this.#member(record, key)
      if (json === undefined) continue
      const name = this.#text(key)
      let free = name
      while (Object.hasOwn(copy, free)) free = `${name}_${namesake++}`
      // Assigning to "__proto__" would set the prototype instead.
      if (free === "__proto__") Object.defineProperty(copy, free, { value: json, enumerable: true })
      else copy[free] = json
    }
    return Object.freeze(copy)
  }

  #member(holder: object, key: string | number): JsonValue | undefined {
    this.#here.push(String(key))
    try {
      return this.convert(Reflect.get(holder, key), String(key))
    } catch {
      return this.#replace("[unreadable]")
    } finally {
      this.#here.pop()
    }
  }

  #text(text: string): string {
    this.#characters += text.length
    return this.#characters > mostCharacters
      ? this.#replace("[left out: the result is too large]")
      : plainText(text)
  }

  #replace(description: string): string {
    this.count += 1
    if (this.paths.length < mostPaths) {
      const keys = this.#here.slice(0, 12).map((key) => plainText(key.slice(0, 50)))
      this.paths.push(keys.map((key) => `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`).join(""))
    }
    return description
  }
}

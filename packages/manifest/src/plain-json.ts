import type { JsonValue } from "@byhand/envelope"
import { type Copy, copyOf, markAsCopy } from "./copies.ts"
import { pointerTo } from "./json-pointer.ts"

/** What makes a value no JSON: where it stands (JSON Pointer) and what it is. */
export interface Fault {
  readonly path: string
  readonly what: string
}

/** A frozen copy of a JSON value, or the reasons why it is none. */
export type PlainJson =
  | { readonly value: JsonValue; readonly faults: readonly [] }
  | { readonly value: undefined; readonly faults: readonly Fault[] }

/** Of values that an author declares for one command; real ones have some hundreds. */
export const mostDeclaredValues = 50_000

/** Of values of a whole document: a manifest of five thousand commands has some million. */
export const mostDocumentValues = 2_000_000

const mostLevels = 200
const mostFaults = 50

/**
 * Copies a value that is JSON as it stands, and says where it is not.
 *
 * Stricter than `JSON.stringify`, which drops or converts what it cannot write: a getter (it is not run), a function, `undefined`,
 * a symbol key, a hidden property, a hole, a class instance, a number that is not finite and half a surrogate pair are all faults.
 * What was copied before is not copied again.
 *
 * @param input anything
 * @param mostValues how many values are read before the rest is a fault: an object may hold one part along 2^60 paths
 * @returns the frozen copy, the members of its objects sorted by name, or the faults (the first 50). Never throws, whatever a proxy
 *   does.
 */
export function plainJson(input: unknown, mostValues: number): PlainJson {
  const reader = new Reader(mostValues)
  const value = reader.read(input)
  return reader.faults.length === 0 && value !== undefined
    ? { value, faults: [] }
    : { value: undefined, faults: reader.faults }
}

class Reader {
  readonly faults: Fault[] = []
  readonly #open = new Set<object>()
  readonly #mostValues: number
  /** The keys that lead to what is read: a pointer is only written where there is a fault. */
  readonly #keys: string[] = []
  #values = 0
  /** Of the objects so far, those that no order of assignment could sort. */
  #unsorted = 0

  constructor(mostValues: number) {
    this.#mostValues = mostValues
  }

  read(input: unknown): JsonValue | undefined {
    this.#values += 1
    if (this.#values > this.#mostValues) return this.#tooMany()
    if (input === null || typeof input === "boolean") return input
    if (typeof input === "number") {
      return Number.isFinite(input) ? input : this.#fault(`is ${input}, which JSON cannot write`)
    }
    if (typeof input === "string") {
      return !input.isWellFormed() ? this.#fault("holds half a surrogate pair") : input
    }
    if (typeof input === "object") return this.#readObject(input)
    return this.#fault(input === undefined ? "is undefined" : `is a ${typeof input}`)
  }

  #readObject(input: object): JsonValue | undefined {
    const known = copyOf(input)
    if (known !== undefined) return this.#take(input as JsonValue, known)
    if (this.#open.has(input)) return this.#fault("contains itself")
    if (this.#open.size >= mostLevels) return this.#fault(`is nested deeper than ${mostLevels} levels`)
    this.#open.add(input)
    const depth = this.#keys.length
    try {
      return Array.isArray(input) ? this.#readArray(input) : this.#readMembers(input)
    } catch {
      this.#keys.length = depth
      return this.#fault("cannot be read: a proxy refused")
    } finally {
      this.#open.delete(input)
    }
  }

  /** A copy need not be read again, but it counts. */
  #take(copy: JsonValue, { values, isSorted }: Copy): JsonValue | undefined {
    this.#values += values - 1
    if (!isSorted) this.#unsorted += 1
    return this.#values > this.#mostValues ? this.#tooMany() : copy
  }

  #readArray(input: readonly unknown[]): JsonValue | undefined {
    if (Object.getPrototypeOf(input) !== Array.prototype)
      return this.#fault("is an instance of a class, not an array")
    // Keys, not indices: a hole costs nothing to find, however long the array says it is. The indices come first.
    const keys = Reflect.ownKeys(input)
    const length: unknown = Object.getOwnPropertyDescriptor(input, "length")?.value
    if (keys.length - 1 !== length || keys[length] !== "length")
      return this.#fault("is an array with holes or names")
    const copy: JsonValue[] = []
    for (let index = 0; index < length && !this.#isFull(); index += 1) {
      const value = this.#readProperty(input, String(index))
      if (value !== undefined) copy.push(value)
    }
    return Object.freeze(copy)
  }

  #readMembers(input: object): JsonValue | undefined {
    const prototype: unknown = Object.getPrototypeOf(input)
    if (prototype !== Object.prototype && prototype !== null)
      return this.#fault("is an instance of a class, not a plain object")
    const keys = Reflect.ownKeys(input)
    // By UTF-16 code unit, as RFC 8785 orders members. A symbol cannot be sorted, and is a fault.
    if (keys.length > 1 && keys.every((key) => typeof key === "string")) keys.sort()
    const copy: Record<string, JsonValue> = {}
    const [values, unsorted] = [this.#values, this.#unsorted]
    for (const key of keys) {
      if (this.#isFull()) break
      const value = this.#readProperty(input, key)
      // Assigning to "__proto__" would set the prototype instead.
      if (key === "__proto__") Object.defineProperty(copy, key, { value, enumerable: true })
      else if (value !== undefined) copy[String(key)] = value
    }
    if (keys.length > 1 && Object.keys(copy).some((name, index) => name !== keys[index])) this.#unsorted += 1
    markAsCopy(copy, { values: this.#values - values + 1, isSorted: this.#unsorted === unsorted })
    return Object.freeze(copy)
  }

  #isFull(): boolean {
    return this.faults.length >= mostFaults || this.#values > this.#mostValues
  }

  #readProperty(input: object, key: PropertyKey): JsonValue | undefined {
    this.#keys.push(String(key))
    const value = this.#readNamed(input, key)
    this.#keys.pop()
    return value
  }

  #readNamed(input: object, key: PropertyKey): JsonValue | undefined {
    if (typeof key === "symbol") return this.#fault("has a symbol for its name")
    if (!String(key).isWellFormed()) return this.#fault("has half a surrogate pair in its name")
    const property = Object.getOwnPropertyDescriptor(input, key)
    if (property === undefined) return this.#fault("cannot be read: a proxy refused")
    if (!("value" in property)) return this.#fault("is a getter, which is not run")
    if (property.enumerable !== true) return this.#fault("is hidden (not enumerable)")
    return this.read(property.value)
  }

  #tooMany(): undefined {
    return this.#fault(`stands behind more than ${this.#mostValues} values`)
  }

  #fault(what: string): undefined {
    if (this.faults.length < mostFaults)
      this.faults.push({ path: this.#keys.reduce<string>(pointerTo, ""), what })
  }
}

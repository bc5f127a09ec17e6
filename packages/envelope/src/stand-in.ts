import { types } from "node:util"

/**
 * What JSON can say in an object's place: what its own `toJSON` returns, or the content of a kind of object that would
 * otherwise be written as `{}`. Any other object stands for itself.
 *
 * It throws whatever the object's own code throws.
 */
export function standIn(value: object, key: string): unknown {
  // Before toJSON: Buffer's own would turn each byte into a number.
  if (types.isAnyArrayBuffer(value)) return Buffer.from(value).toString("base64")
  if (types.isUint8Array(value) || types.isUint8ClampedArray(value) || types.isDataView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")
  }
  const { toJSON } = value as { toJSON?: unknown }
  const said: unknown = typeof toJSON === "function" ? toJSON.call(value, key) : value
  return typeof said === "object" && said !== null ? content(said) : said
}

function content(value: object): unknown {
  if (types.isMap(value)) {
    const entries: [unknown, unknown][] = []
    Map.prototype.forEach.call(value, (item: unknown, key: unknown) => entries.push([key, item]))
    return entries.every(([key]) => typeof key === "string") ? Object.fromEntries(entries) : entries
  }
  if (types.isSet(value)) {
    const members: unknown[] = []
    Set.prototype.forEach.call(value, (member: unknown) => members.push(member))
    return members
  }
  if (types.isNativeError(value) || value instanceof Error) {
    const { stack: _, ...own } = value as Error & Record<string, unknown>
    const cause = Object.hasOwn(value, "cause") ? { cause: value.cause } : {}
    return Object.assign({ name: value.name, message: value.message }, own, cause)
  }
  if (types.isRegExp(value)) return String(value)
  if (types.isBoxedPrimitive(value)) return value.valueOf()
  return value
}

import * as fc from "fast-check"

class Treacherous extends Error {
  override get message(): string {
    throw new Error("no message for you")
  }
}

function circular(): unknown {
  const map = new Map<string, unknown>()
  const loop: Record<string, unknown> = { map, list: [] }
  map.set("loop", loop)
  ;(loop.list as unknown[]).push(loop, [loop])
  return loop
}

/** Values that something in a process may well hold, and that JSON.stringify chokes on or writes as nothing. */
export const hostileValues: Readonly<Record<string, () => unknown>> = {
  "a BigInt": () => 2n ** 70n,
  "a cycle through a list and a map": circular,
  "a getter that throws": () => ({
    good: 1,
    get bad(): never {
      throw new Error("getter")
    }
  }),
  "a toJSON that throws": () => ({
    toJSON(): never {
      throw new Error("toJSON")
    }
  }),
  "a toJSON that returns its own object": () => ({
    here: 1,
    toJSON() {
      return this
    }
  }),
  "a toJSON that never ends": () => {
    const endless = () => ({ toJSON: endless, next: { toJSON: endless } })
    return endless()
  },
  "lone surrogates": () => ({ "\uD800key": "text \uDC00 and \uD83D" }),
  "a function": () => () => 1,
  "a symbol": () => Symbol("s"),
  "a map with keys that are objects": () => new Map([[{ a: 1 }, new Set([1, new Date(0)])]]),
  "a date that is none": () => new Date(Number.NaN),
  "an error with a cause": () => new Error("outer", { cause: new TypeError("inner") }),
  "an error whose message cannot be read": () => new Treacherous(),
  "numbers JSON has no word for": () => [Number.NaN, Number.POSITIVE_INFINITY, -0],
  "a proxy that throws at every turn": () =>
    new Proxy(
      {},
      new Proxy(
        {},
        {
          get: () => () => {
            throw new Error("trap")
          }
        }
      )
    ),
  "a revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable([], {})
    revoke()
    return proxy
  },
  "nesting 100,000 deep": () => {
    let nest: unknown = "bottom"
    for (let depth = 0; depth < 100_000; depth++) nest = depth % 2 === 0 ? [nest] : { nest }
    return nest
  },
  "a promise": () => Promise.resolve(1),
  "an own key named __proto__": () =>
    JSON.parse('{"__proto__":{"polluted":true},"constructor":1}') as unknown,
  "terminal control everywhere": () => ({
    "\u001B[1mkey\u001B[0m": "\u001B]0;title\u0007\u009B31mred\r\n\u0008"
  }),
  "keys that are one when cleaned": () => ({ "\u001B[1ma": 1, "a\u0000": 2, a: 3 }),
  bytes: () => ({
    buffer: Buffer.from("bytes"),
    view: new DataView(new ArrayBuffer(2)),
    floats: new Float64Array(2)
  }),
  nothing: () => undefined,
  "boxed values": () => [Object("text"), Object(1), Object(true), Object(3n), /x/g]
}

/** Text of every kind: printable, any code unit, and the pieces that terminal control and options are made of. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "\u001B",
          "[",
          "]",
          "31m",
          "\u0007",
          "\u001B\\",
          "\u009B",
          "\u009D",
          "\u009C",
          "\r",
          "\n"
        ),
        fc.constantFrom(
          "--",
          "-",
          "yes",
          "A=b",
          "$X",
          "$(x)",
          "`",
          "%X%",
          " ",
          "'",
          '"',
          "\\",
          "\u202E",
          "\u200B"
        ),
        fc.string({ maxLength: 3 })
      ),
      { maxLength: 12 }
    )
    .map((pieces) => pieces.join(""))
)

// fast-check looks into the values it makes, which these two do not survive; and one deep nest is enough for a run.
const scattered = Object.keys(hostileValues).filter((name) => !/proxy|nesting/.test(name))
const anyHostileValue = fc.constantFrom(...scattered).map((name) => hostileValues[name]!())

/** Any value at all, hostile ones mixed in at every depth. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    key: hostileText,
    withBigInt: true,
    withBoxedValues: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSet: true,
    withSparseArray: true,
    withTypedArray: true,
    values: [
      hostileText,
      fc.double(),
      fc.boolean(),
      fc.constant(null),
      fc.constant(undefined),
      anyHostileValue
    ]
  }),
  anyHostileValue
)

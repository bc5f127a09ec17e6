function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  return proxy
}

function refuse(): never {
  throw new Error("no")
}

function refusing(): object {
  return new Proxy(
    {},
    { get: refuse, has: refuse, ownKeys: refuse, getPrototypeOf: refuse, getOwnPropertyDescriptor: refuse }
  )
}

function cyclic(): object {
  const value: Record<string, unknown> = { danger_level: "safe" }
  value["self"] = value
  return value
}

function deep(): object {
  let value: unknown = 1
  for (let level = 0; level < 100_000; level += 1) value = [value]
  return value as object
}

/** Small to hold, endless to walk: 2^60 paths to one leaf. */
function shared(): object {
  let value: object = {}
  for (let level = 0; level < 60; level += 1) value = { a: value, b: value }
  return value
}

function endlessChain(): object {
  const chain: object = new Proxy({}, { getPrototypeOf: () => chain })
  return chain
}

class Instance {
  readonly danger_level = "safe"
}

/** Values that break careless readers, by name. */
export const hostileValues: Readonly<Record<string, unknown>> = {
  undefined,
  null: null,
  number: Number.NaN,
  bigint: 1n,
  symbol: Symbol("contract"),
  text: "contract",
  function: () => ({ danger_level: "safe" }),
  array: [],
  holes: Object.assign([], { length: 4_000_000_000 }),
  map: new Map([["danger_level", "safe"]]),
  pattern: /x/,
  date: new Date(0),
  instance: new Instance(),
  getter: {
    get danger_level(): string {
      throw new Error("a getter ran")
    }
  },
  hidden: Object.defineProperty({}, "danger_level", { value: "safe", enumerable: false }),
  "symbol key": { [Symbol("danger_level")]: "safe" },
  "undefined member": { requires_person: undefined },
  "half a pair": { steps: ["\ud800"] },
  "half a pair in a name": { "\udc00": 1 },
  infinite: { max_lifetime_seconds: Infinity },
  "revoked proxy": revoked(),
  "refusing proxy": refusing(),
  "proxy chain": endlessChain(),
  cyclic: cyclic(),
  deep: deep(),
  shared: shared(),
  "prototype key": JSON.parse('{"__proto__":{"danger_level":"safe"}}')
}

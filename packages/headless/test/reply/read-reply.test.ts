import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { readReply } from "../../src/reply/read-reply.ts"

const read = (value: unknown) => ({ _tag: "Read", value })
const unreadable = (reason: string) => ({ _tag: "Unreadable", reason })

describe("readReply", () => {
  it("reads a whole reply, with white space and a byte order mark around it", () => {
    expect(readReply('\uFEFF\n {"kind":"CANCEL"}\n')).toEqual(read({ kind: "CANCEL" }))
  })

  it("reads what a code fence holds, whatever its label, and prefers it to a brace before it", () => {
    for (const label of ["", "json", "JSON5 extra"])
      expect(readReply(`Of {"a":1} I take\n\`\`\`${label}\n{"kind":"CANCEL"}\n\`\`\`\nDone.`)).toEqual(
        read({ kind: "CANCEL" })
      )
  })

  it("reads a fenced object whose strings hold fences and raw newlines", () => {
    const reply = '```json\n{"kind":"RESULT","body":"Use\n```js\nx()\n```\nand stop."}\n```'
    expect(readReply(reply)).toEqual(read({ kind: "RESULT", body: "Use\n```js\nx()\n```\nand stop." }))
  })

  it("passes over a fence of something else and takes the first object that parses", () => {
    const reply = '```python\nx = {1, 2}\n```\nSo {x} is {"kind":"CANCEL"} or {"kind":"NEW_TASK"}.'
    expect(readReply(reply)).toEqual(read({ kind: "CANCEL" }))
  })

  it("takes the first of two objects, even where a third is unfinished", () => {
    expect(readReply('{"a":1}{"b":2}')).toEqual(read({ a: 1 }))
    expect(readReply('{"a": {"b":2}')).toEqual(read({ b: 2 }))
    expect(readReply('{"a": "{\\"b\\":2}')).toEqual(unreadable("invalid_json"))
  })

  it("finds an object that begins inside another attempt's string", () => {
    expect(readReply('{"note: "{"kind":"CANCEL"}')).toEqual(read({ kind: "CANCEL" }))
    expect(readReply('{"a{":1,"b{"}')).toEqual(unreadable("invalid_json"))
  })

  it("keeps raw control characters in strings as they are, and escapes too", () => {
    const body = `${String.fromCharCode(...Array.from({ length: 32 }, (_, code) => code))} \\u0000`
    expect(readReply(`{"body":"${body}"}`)).toEqual(read({ body: `${body.slice(0, -6)}\u0000` }))
    expect(readReply(`Here:\u0001{"body":"a\u0001b"}`)).toEqual(read({ body: "a\u0001b" }))
  })

  it("repairs nothing: no comments, single quotes, trailing commas, bare keys, or NaN", () => {
    for (const text of [
      "{'a':1}",
      '{"a":1,}',
      "{a:1}",
      '{"a":NaN}',
      '{"a":01}',
      '{"a":1 /* x */}',
      '{"a":"\\x"}',
      '{"a"}'
    ])
      expect(readReply(text), text).toEqual(unreadable("invalid_json"))
  })

  it("says that a whole reply that is no object is none", () => {
    for (const text of ["[1]", '"text"', "7", "null", "true", '[{"kind":"CANCEL"}]', "```\n[1]\n```"])
      expect(readReply(text), text).toEqual(unreadable("not_object"))
  })

  it("says that an empty reply is empty", () => {
    for (const text of ["", "  \n", "\uFEFF"]) expect(readReply(text)).toEqual(unreadable("empty"))
  })

  it("reads what lies 256 deep, and neither more nor a part of it", () => {
    expect(readReply(nested(256))._tag).toBe("Read")
    expect(readReply(nested(257))).toEqual(unreadable("too_deep"))
    expect(readReply(objects(256))._tag).toBe("Read")
    for (const around of ["", "So: ", "```\n"])
      expect(readReply(`${around}${objects(257)}`)).toEqual(unreadable("too_deep"))
    expect(readReply(objects(200_000))).toEqual(unreadable("too_deep"))
  })

  it("keeps a key called __proto__ as a key", () => {
    const value = readReply('{"__proto__":{"kind":"CANCEL"}}')
    expect(JSON.stringify(value)).toBe('{"_tag":"Read","value":{"__proto__":{"kind":"CANCEL"}}}')
  })

  it("reads every object that JSON can hold, alone, fenced and among prose", () => {
    const dictionaries = fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ maxDepth: 4 }))
    const wrapped = fc.constantFrom(
      (json: string) => json,
      (json: string) => `\`\`\`json\n${json}\n\`\`\``,
      (json: string) => `I say } and ] and {x}:\n${json}\nThat is {all}.`
    )
    fc.assert(
      fc.property(dictionaries, wrapped, fc.nat(2), (object, wrap, indent) => {
        const json = JSON.stringify(object, null, indent)
        expect(readReply(wrap(json))).toEqual(read(JSON.parse(json)))
      })
    )
  })

  it("accepts exactly what JSON.parse accepts, where no raw control character is in it", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      '"a"',
      '"',
      "\\",
      "1",
      "-",
      "0",
      ".5",
      "e3",
      "true",
      "nul",
      " ",
      "\n"
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const text = `{"a":${parts.join("")}}`
        fc.pre(!/"[^"]*\n/.test(text))
        let parsed: unknown
        try {
          parsed = JSON.parse(text)
        } catch {
          parsed = undefined
        }
        if (parsed !== undefined) expect(readReply(text)).toEqual(read(parsed))
        else expect(JSON.stringify(readReply(text))).not.toBe(JSON.stringify(read(parsed)))
      }),
      { numRuns: 2000 }
    )
  })

  it("finds the same object as trying every brace one after another, on text made of pieces of JSON", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ":",
      ",",
      '"a":',
      '"',
      '"{"',
      "\\",
      "1",
      " ",
      '{"b":2}',
      "x"
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = `x${parts.join("")}`
        const found = firstObject(text)
        expect(readReply(text)).toEqual(found === undefined ? unreadable("invalid_json") : read(found))
      }),
      { numRuns: 3000 }
    )
  })

  it("never throws, whatever bytes it is given", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        for (const encoding of ["utf-8", "utf-16le", "latin1"])
          expect(["Read", "Unreadable"]).toContain(readReply(new TextDecoder(encoding).decode(bytes))._tag)
      }),
      { numRuns: 1000 }
    )
  })
})

/** The first object as the rule says it, in as much time as it takes. */
function firstObject(text: string): unknown {
  for (let at = text.indexOf("{"); at !== -1; at = text.indexOf("{", at + 1)) {
    for (let end = text.indexOf("}", at); end !== -1; end = text.indexOf("}", end + 1)) {
      try {
        return JSON.parse(text.slice(at, end + 1)) as unknown
      } catch {
        continue
      }
    }
  }
  return undefined
}

function nested(depth: number): string {
  return `{"a":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`
}

function objects(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}`
}

/**
 * How many characters readReply looks at in a text, counted where the language itself looks at them. What is not counted,
 * the steps a regular expression takes back, would make these texts take hours.
 */
function looksAt(text: string): number {
  let looks = 0
  const undo: (() => void)[] = []
  const count = (holder: object, name: string, cost: (self: any, given: any[], result: any) => number) => {
    const original = (holder as Record<string, (...given: any[]) => unknown>)[name]!
    const counted = function (this: unknown, ...given: any[]) {
      const before = this instanceof RegExp ? this.lastIndex : 0
      const result: unknown = Reflect.apply(original, this, given)
      looks += cost(this instanceof RegExp ? { from: before, to: this.lastIndex } : this, given, result)
      return result
    }
    Object.defineProperty(holder, name, { value: counted, configurable: true, writable: true })
    undo.push(() =>
      Object.defineProperty(holder, name, { value: original, configurable: true, writable: true })
    )
  }
  for (const name of ["charCodeAt", "charAt", "codePointAt", "at"]) count(String.prototype, name, () => 1)
  for (const name of ["trim", "trimStart", "trimEnd", "split", "replace", "replaceAll"])
    count(String.prototype, name, (self: string) => self.length)
  for (const name of ["slice", "substring"])
    count(String.prototype, name, (_self, _given, result: string) => result.length)
  for (const name of ["startsWith", "endsWith"])
    count(String.prototype, name, (_self, [part]) => (part as string).length)
  for (const name of ["indexOf", "includes", "lastIndexOf"])
    count(String.prototype, name, (self: string, [part, from = 0], found: unknown) =>
      typeof found === "number" && found >= 0 ? Math.abs(found - from) + part.length : self.length - from
    )
  count(RegExp.prototype, "exec", ({ from, to }, [subject], match: RegExpExecArray | null) => {
    if (match !== null) return to > from ? to - from : match.index + match[0].length
    return (subject as string).length - from
  })
  count(JSON, "parse", (_self, [json]) => (json as string).length)
  try {
    readReply(text)
  } finally {
    for (const restore of undo) restore()
  }
  return looks
}

describe("the work that readReply does", () => {
  // Each is a text that some way of searching takes quadratic time for.
  const hostile: Readonly<Record<string, (length: number) => string>> = {
    "open braces": (n) => "{".repeat(n),
    "open objects": (n) => '{"a":'.repeat(n / 5),
    "open lists": (n) => "[".repeat(n),
    "open lists in objects": (n) => `x${'{"a":['.repeat(n / 6)}`,
    "braces in an open string": (n) => `{"a":"${'{\\"b\\":1} '.repeat(n / 10)}`,
    "keys that are values in the other reading": (n) => `{"a{":1,${'":1,'.repeat(n / 4)}`,
    "braces in every string": (n) => `{"{":1${',"{":1'.repeat(n / 6)}`,
    "wide objects in each other": (n) => `${'{"a":1,'.repeat(300)}"b":[${"1,".repeat(n / 2)}`,
    fences: (n) => '```\n{"'.repeat(n / 6),
    "fences in strings": (n) => '```\n["```\\n",'.repeat(n / 12),
    "white space": (n) => `{${" ".repeat(n)}{`,
    "raw newlines": (n) => `{"a":"${"\n".repeat(n)}"}`
  }

  it.each(Object.keys(hostile))("grows no faster than the text: %s", (name) => {
    const make = hostile[name]!
    // Eight times the text: a quadratic search looks at 64 times as many characters.
    const small = looksAt(make(2_400))
    const large = looksAt(make(19_200))
    expect(small).toBeGreaterThan(2_400)
    expect(large / small).toBeLessThan(9)
  })

  it("is at most sixteen looks at each character", () => {
    for (const [name, make] of Object.entries(hostile)) {
      const text = make(19_200)
      expect(looksAt(text) / text.length, name).toBeLessThan(16)
    }
  })
})

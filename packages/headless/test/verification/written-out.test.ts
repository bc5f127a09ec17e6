import { describe, expect, it } from "vitest"
import type { JsonValue } from "@byhand/envelope"
import { javascript, type Language, python } from "../../src/index.ts"
import { isWrittenOut } from "../../src/verification/written-out.ts"

interface Fixture {
  readonly what: string
  readonly source: string
  readonly witness: JsonValue
  /** Further files of the program, besides its source. */
  readonly files?: Readonly<Record<string, string>>
}

const primes = [2, 3, 5, 7, 11, 13, 17, 19]
const colouring = { a: "red", b: "green", c: "red" }

const writtenOut: readonly Fixture[] = [
  { what: "a list", source: "console.log(JSON.stringify([2, 3, 5, 7, 11, 13, 17, 19]))", witness: primes },
  {
    what: "a name that is bound to an object",
    source: "const found = { a: 'red', b: 'green', c: 'red' }\nconsole.log(JSON.stringify(found))",
    witness: colouring
  },
  { what: "a text that is printed", source: "console.log('[2,3,5,7,11,13,17,19]')", witness: primes },
  {
    what: "a text that is parsed first",
    source: 'process.stdout.write(JSON.stringify(JSON.parse(\'{"a":"red","b":"green","c":"red"}\')))',
    witness: colouring
  },
  {
    what: "a text that is put together",
    source: "const head = '[2,3,5,7,'\nconsole.log(head + '11,13,' + `17,${19}]`)",
    witness: primes
  },
  {
    what: "an object that a function returns",
    source:
      "function solve() { return { a: 'red', b: 'green', c: 'red' } }\nconsole.log(JSON.stringify(solve()))",
    witness: colouring
  },
  {
    what: "an object of names that are bound to parts of it",
    source:
      "const red = 'red', rest = { b: 'green' }\nconsole.log(JSON.stringify({ a: red, b: rest.b, ['c']: red }))",
    witness: colouring
  },
  {
    what: "a number that is printed as it stands",
    source: "const answer = 42\nconsole.log(answer)",
    witness: 42
  },
  {
    what: "a list after a pretended search",
    source:
      "let best\nfor (let at = 0; at < 1e5; at++) if (at === 99) best = [2, 3, 5, 7, 11, 13, 17, 19]\nconsole.log(JSON.stringify(best))",
    witness: primes
  },
  {
    what: "a file of data beside it",
    source: "console.log(require('fs').readFileSync('answer.json', 'utf8'))",
    files: { "answer.json": "[2, 3, 5, 7, 11, 13, 17, 19]" },
    witness: primes
  }
]

const computed: readonly Fixture[] = [
  {
    what: "a sieve",
    source:
      "const out = []\nfor (let n = 2; n < 20; n++) if (out.every((p) => n % p)) out.push(n)\nconsole.log(JSON.stringify(out))",
    witness: primes
  },
  {
    what: "a count that equals a limit in its source",
    source: "let n = 0\nfor (let i = 0; i < 25; i++) n++\nconsole.log(n)",
    witness: 25
  },
  { what: "a product", source: "console.log(6 * 7)", witness: 42 },
  {
    what: "a search with the graph as its data",
    source:
      "const edges = [['a','b'],['b','c']]\nconst colour = {}\nfor (const v of ['a','b','c']) colour[v] = edges.some(([x,y]) => y === v && colour[x] === 'red') ? 'green' : 'red'\nconsole.log(JSON.stringify(colour))",
    witness: colouring
  },
  {
    what: "a part of its own data, chosen by what it holds",
    source:
      "const all = [[1, 2], [2, 3], [3, 4]]\nconsole.log(JSON.stringify(all.filter(([a, b]) => a * b > 2)))",
    witness: [
      [2, 3],
      [3, 4]
    ]
  },
  {
    what: "a text that is built in a loop",
    source: "let s = ''\nfor (let i = 0; i < 20; i++) s += 'ACGT'[i * i % 4]\nconsole.log(JSON.stringify(s))",
    witness: "ACACACACACACACACACAC"
  },
  {
    what: "a number that is changed before it is printed",
    source: "let x = 40\nx += 2\nconsole.log(x)",
    witness: 42
  },
  {
    what: "a sorted list of given numbers",
    source: "console.log(JSON.stringify([3, 1, 2].sort()))",
    witness: [1, 2, 3]
  },
  {
    what: "a yes that is the end of a search",
    source: "const ok = [3, 5, 7].some((n) => n % 5 === 0)\nconsole.log(ok)",
    witness: true
  },
  {
    what: "a short word, chosen among two",
    source: "const n = 7\nconsole.log(JSON.stringify(n % 2 ? 'odd' : 'even'))",
    witness: "odd"
  }
]

const inPython: { readonly writtenOut: readonly Fixture[]; readonly computed: readonly Fixture[] } = {
  writtenOut: [
    {
      what: "a list",
      source: "import json\nprint(json.dumps([2, 3, 5, 7, 11, 13, 17, 19]))",
      witness: primes
    },
    {
      what: "a dictionary by name",
      source: "import json\nfound = {'a': 'red', 'b': 'green', 'c': 'red'}\nprint(json.dumps(found))",
      witness: colouring
    },
    { what: "a text that is put together", source: "print('[2,3,5,7,' + '11,13,17,19]')", witness: primes },
    { what: "a number", source: "answer = 42\nprint(answer)", witness: 42 }
  ],
  computed: [
    {
      what: "a comprehension",
      source: "import json\nprint(json.dumps([n for n in range(2, 20) if all(n % d for d in range(2, n))]))",
      witness: primes
    },
    { what: "a sum", source: "print(sum(range(10)) - 3)", witness: 42 },
    { what: "a number that is changed", source: "x = 40\nx += 2\nprint(x)", witness: 42 }
  ]
}

async function judged(language: Language, { source, witness, files = {} }: Fixture): Promise<boolean> {
  const all = { main: source, ...files }
  const constants = await language.constants(
    Object.entries(all).map(([path, content]) => ({ path, content }))
  )
  return isWrittenOut(witness, constants)
}

describe("a witness in JavaScript", () => {
  it.each(writtenOut)("is written out when the source holds $what", async (fixture) => {
    expect(await judged(javascript, fixture)).toBe(true)
  })

  it.each(computed)("is computed when it comes from $what", async (fixture) => {
    expect(await judged(javascript, fixture)).toBe(false)
  })

  it.each([
    ["one level too deep", `console.log(${"[".repeat(20_000)}${"]".repeat(20_000)})`],
    ["no program at all", "}{ not a program"],
    ["a name that is bound to itself", "const a = b, b = a\nconsole.log(a)"]
  ])("is not held against a source with %s", async (_, source) => {
    expect(await judged(javascript, { what: "", source, witness: primes })).toBe(false)
  })
})

const snake = python()
describe.skipIf(snake === undefined)("a witness in Python", () => {
  it.each(inPython.writtenOut)("is written out when the source holds $what", async (fixture) => {
    expect(await judged(snake as Language, fixture)).toBe(true)
  })

  it.each(inPython.computed)("is computed when it comes from $what", async (fixture) => {
    expect(await judged(snake as Language, fixture)).toBe(false)
  })
})

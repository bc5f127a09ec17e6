import { describe, expect, it } from "vitest"
import { runDocumentedExamples } from "./support/documented-examples.ts"
import { typeErrorsOfExamples } from "./support/typed-examples.ts"

/** The packages whose examples run here, each with how many it has at least. */
const runnable: readonly (readonly [string, number])[] = [
  ["exit-codes", 7],
  ["envelope", 8],
  ["attestation", 13],
  ["manifest", 24],
  ["headless", 50]
]

// Most examples of these call a host of the reader's own, and all need the terminal's native part or oclif beside them.
const onlyCompiled = ["conformance", "oclif"]

describe.each(runnable)("the sources of %s", (name, least) => {
  it("have examples that print what they say they print", async () => {
    const examples = await runDocumentedExamples(name)
    expect(examples.length).toBeGreaterThanOrEqual(least)
    for (const { where, promised, printed } of examples)
      expect({ where, printed }).toEqual({ where, printed: promised })
  })
})

describe.each([...runnable.map(([name]) => name), ...onlyCompiled])("the sources of %s", (name) => {
  it("have examples that the compiler takes as they are", () => {
    expect(typeErrorsOfExamples(name)).toEqual([])
  })
})

import { expect, it } from "vitest"
import { runDocumentedExamples } from "../../../exit-codes/test/documented-examples.ts"

it("prints what every example of the page on providers says it prints", async () => {
  const examples = await runDocumentedExamples("headless", /^$/, ["docs/providers.md"])
  expect(examples.length).toBe(3)
  for (const { where, promised, printed } of examples)
    expect({ where, printed }).toEqual({ where, printed: promised })
})

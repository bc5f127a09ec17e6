import { expect, it } from "vitest"
import { runDocumentedExamples } from "../../exit-codes/test/documented-examples.ts"

it("prints what every example of the sources says it prints", async () => {
  const examples = await runDocumentedExamples("envelope")
  expect(examples.length).toBeGreaterThanOrEqual(8)
  for (const { where, promised, printed } of examples)
    expect({ where, printed }).toEqual({ where, printed: promised })
})

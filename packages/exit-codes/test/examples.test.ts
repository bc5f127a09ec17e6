import { expect, it } from "vitest"
import { runDocumentedExamples } from "./documented-examples.ts"

it("prints what every example of the sources says it prints", async () => {
  const examples = await runDocumentedExamples("exit-codes")
  expect(examples.length).toBeGreaterThanOrEqual(7)
  for (const { where, promised, printed } of examples)
    expect({ where, printed }).toEqual({ where, printed: promised })
})

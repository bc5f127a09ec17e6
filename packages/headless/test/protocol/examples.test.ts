import { expect, it } from "vitest"
import { runDocumentedExamples } from "../../../exit-codes/test/documented-examples.ts"

it("prints what every example of the protocol, the reply and the operations says it prints", async () => {
  const examples = await runDocumentedExamples("headless", /^src\/(protocol|reply|operations)\//)
  expect(examples.length).toBeGreaterThanOrEqual(20)
  for (const { where, promised, printed } of examples)
    expect({ where, printed }).toEqual({ where, printed: promised })
})

import { expect, it } from "vitest"
import { runDocumentedExamples } from "../../exit-codes/test/documented-examples.ts"
import { typeErrorsOfExamples } from "../../exit-codes/test/typed-examples.ts"

it("prints what every example of the sources says it prints", async () => {
  const examples = await runDocumentedExamples("attestation")
  expect(examples.length).toBeGreaterThanOrEqual(13)
  for (const { where, promised, printed } of examples)
    expect({ where, printed }).toEqual({ where, printed: promised })
})

it("has examples that the compiler takes as they are", () => {
  expect(typeErrorsOfExamples("attestation")).toEqual([])
})

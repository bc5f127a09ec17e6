import { expect, it } from "vitest"
import { typeErrorsOfExamples } from "../../exit-codes/test/typed-examples.ts"

// They are not run: most call a host of the reader's own, and all need the terminal's native part beside them.
it("has examples that the compiler takes as they are", () => {
  expect(typeErrorsOfExamples("conformance")).toEqual([])
})

import { expect, it } from "vitest"
import { typeErrorsOfExamples } from "../../../packages/exit-codes/test/typed-examples.ts"

it("has examples that the compiler takes as they are", () => {
  expect(typeErrorsOfExamples("oclif")).toEqual([])
})

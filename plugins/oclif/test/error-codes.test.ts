import { describe, expect, it } from "vitest"
import { commandErrorOf } from "../src/output/oclif-error.ts"

const thrown = (code: unknown, exit: number) =>
  Object.assign(new Error("It broke"), { code, oclif: { exit } })

describe("an error that knows nothing of the contract", () => {
  it("keeps its code where it is one", () => {
    const { code, exit, message } = commandErrorOf(thrown("NOT_YOURS", 7), "execution")
    expect([code, exit, message]).toEqual(["NOT_YOURS", 7, "It broke"])
  })

  it.each([
    ["of another shape", "lower-case", 7],
    ["that is a number", 42, 7],
    ["that promises a wait it does not name", "RATE_LIMITED", 11],
    ["that promises a hand-over with another exit", "PERSON_REQUIRED", 7]
  ])("loses a code %s, and keeps its exit code and its words", (_, given, exit) => {
    const error = commandErrorOf(thrown(given, exit), "execution")
    expect([error.code, error.exit, error.message]).toEqual(["GENERAL_ERROR", exit, "It broke"])
  })
})

import { describe, expect, it } from "vitest"
import { personContract, registrationProblems } from "../src/index.ts"

const recorded = {
  description: "The approval is recorded",
  retryable: false,
  side_effects: "complete"
} as const
const input = { danger_level: "mutating", required_scopes: [], exit_codes: { 0: recorded } } as const
const both = ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"]

describe("personContract", () => {
  it("fills in what follows from a command being for a person", () => {
    const contract = personContract(input)
    expect(contract).toMatchObject({ requires_person: true, interactive: true, mcp: false })
    expect(contract.exit_codes["4"]).toMatchObject({
      name: "PRECONDITION",
      retryable: false,
      side_effects: "none",
      error_codes: both
    })
    expect(contract.exit_codes["0"]).toEqual(recorded)
    expect(registrationProblems(contract)).toEqual([])
  })

  it("makes plain JSON with text keys, as a manifest holds it", () => {
    const contract = personContract(input)
    expect(Object.keys(contract.exit_codes)).toEqual(["0", "4"])
    expect(JSON.parse(JSON.stringify(contract))).toEqual(contract)
  })

  it("keeps the author's own words and further codes of exit 4", () => {
    const precondition = {
      description: "No person confirmed, or the vote is open",
      retryable: false,
      side_effects: "none",
      error_codes: ["VOTE_OPEN"]
    } as const
    const contract = personContract({ ...input, exit_codes: { 0: recorded, 4: precondition } })
    expect(contract.exit_codes["4"]).toEqual({
      name: "PRECONDITION",
      ...precondition,
      error_codes: [...both, "VOTE_OPEN"]
    })
    expect(registrationProblems(contract)).toEqual([])
  })

  it("does not change its input", () => {
    const exits = Object.freeze({ 0: recorded })
    personContract(Object.freeze({ ...input, exit_codes: exits }))
    expect(exits).toEqual({ 0: recorded })
  })

  it.each([
    ["requires_person: false", { requires_person: false }, "requires-person"],
    ["interactive: false", { interactive: false }, "person-interactive"],
    ["mcp: true", { mcp: true }, "person-mcp"],
    ["mcp: null", { mcp: null }, "person-mcp"],
    [
      "a retryable exit 4",
      { exit_codes: { 0: recorded, 4: { ...recorded, retryable: true } } },
      "person-precondition"
    ],
    ["an exit 4 that is no object", { exit_codes: { 0: recorded, 4: null } }, "exit-codes"],
    ["error codes that are no list", { exit_codes: { 0: recorded, 4: { error_codes: "X" } } }, "exit-codes"],
    ["exits that are no object", { exit_codes: [] }, "exit-codes"],
    ["no exit 0", { exit_codes: {} }, "exit-success"],
    ["no exits at all", { exit_codes: undefined }, "contract-not-json"]
  ])("keeps %s, and the rules report it", (_name, change, rule) => {
    const contract = personContract({ ...input, ...change } as never)
    expect(registrationProblems(contract).map((problem) => problem.rule)).toContain(rule)
  })
})

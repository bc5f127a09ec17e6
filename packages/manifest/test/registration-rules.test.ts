import type { JsonObject } from "@byhand/envelope"
import { runExits } from "@byhand/exit-codes"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { registrationProblems } from "../src/index.ts"
import { plainJson } from "../src/plain-json.ts"
import { registrationRules } from "../src/rules/registration-rules.ts"
import { candidate } from "./arbitrary-contract.ts"
import { approve, list } from "./contracts.ts"
import { violations } from "./violations.ts"

const cases = Object.entries(violations).flatMap(([rule, found]) =>
  found.map((violation) => ({ rule, ...violation }))
)

describe("the rules of registration", () => {
  it("are each broken by a case of this test", () => {
    expect(registrationRules.map(({ id }) => id).toSorted()).toEqual(Object.keys(violations).toSorted())
  })

  it("have nothing against the specification's own example, nor against the smallest contract", () => {
    const id = { name: "id", type: "string", required: true, description: "ID of the decision" } as const
    expect(registrationProblems(approve, { flags: {}, positionals: [id] })).toEqual([])
    expect(registrationProblems(list)).toEqual([])
  })

  it("let a command that ends as a run does name every ending of the run contract", () => {
    const named = runExits.map(({ code, name, meaning }) => [
      code,
      { name, description: meaning, retryable: false, side_effects: "partial" }
    ])
    expect(registrationProblems({ ...list, exit_codes: Object.fromEntries(named) as object })).toEqual([])
  })

  it.each(cases)("$rule refuses $path", ({ rule, path, contract, flags, positionals }) => {
    const command = { ...(flags && { flags }), ...(positionals && { positionals }) } as object
    const problems = registrationProblems(contract, command)
    const found = problems.find((problem) => problem.rule === rule && problem.path === path)
    expect(found, JSON.stringify(problems, null, 2)).toBeDefined()
    expect(found?.requirement).toMatch(/^REQ-[CFO]-\d{3}$/)
    expect(found?.message).toMatch(/^.+; expected .+, because .+\.$/su)
    expect(found?.fix).toMatch(/^(Write|Remove|Rename) .+\.$/su)
  })

  it("say what was received, what was expected, why, and what to write", () => {
    expect(registrationProblems({ ...approve, mcp: true }).find(({ rule }) => rule === "person-mcp")).toEqual(
      {
        rule: "person-mcp",
        requirement: "REQ-C-036",
        path: "/mcp",
        message:
          "/mcp is true; expected false next to requires_person: true, because no terminal and no person stands behind an MCP call.",
        fix: "Write `mcp: false` in the contract."
      }
    )
  })

  it("show control characters of a declaration as code points, and keep the pointer as it is", () => {
    const [problem] = registrationProblems({ ...list, "\u001b[2J\u202e": 1 })
    expect(problem?.path).toBe("/\u001b[2J\u202e")
    expect(`${problem?.message}${problem?.fix}`).not.toMatch(/\p{C}/u)
    expect(problem?.message).toContain("\\u{202e}")
  })

  it("find what they find one by one, whatever fields a contract has", () => {
    fc.assert(
      fc.property(candidate, ({ contract, flags, positionals }) => {
        const [declared, known, placed] = [contract, flags, positionals].map(
          (part) => plainJson(part, 1000).value
        )
        fc.pre(known !== undefined && placed !== undefined)
        const subject = { contract: declared as JsonObject, flags: known, positionals: placed }
        const found = registrationRules.flatMap((rule) =>
          rule.check(subject).map(({ path }) => `${rule.id} ${path}`)
        )
        const problems = registrationProblems(contract, { flags, positionals } as object)
        expect(problems.map(({ rule, path }) => `${rule} ${path}`)).toEqual(found)
      }),
      { numRuns: 2000 }
    )
  })

  it("do not apply what needs the command's flags where they are not known", () => {
    const contract = { ...list, danger_level: "mutating", confirm_flag: "go" }
    expect(registrationProblems(contract)).toEqual([])
    expect(registrationProblems(contract, { flags: {} }).map(({ rule }) => rule)).toEqual([
      "confirm-flag-declared"
    ])
  })
})

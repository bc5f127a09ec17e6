import { describe, expect, it } from "vitest"

import { type Refusal, refusalProblems } from "../src/refusal.ts"

const personRequired: Refusal = { codes: [4], asks: "must not" }
const error = {
  code: "PERSON_REQUIRED",
  message: "Approving a decision needs a person at a terminal",
  retryable: false,
  suggestion: "Ask a person to run `council decisions approve D-42` in their own terminal"
}
const refusal = { ok: false, data: null, error, warnings: [], meta: { exit_code: 4, duration_ms: 6 } }

function problems(document: unknown, exitCode = 4): string {
  const stdout = `${JSON.stringify(document)}\n`
  return refusalProblems({ exitCode, stdout, raw: stdout, shown: undefined }, personRequired).join(" ")
}

describe("refusalProblems", () => {
  it("has nothing to say about the refusal of the requirement's own example", () => {
    expect(problems(refusal)).toBe("")
    expect(
      problems({ ...refusal, error: { ...error, suggestion: "Ask a person to run `a b 'x y' -` in it" } })
    ).toBe("")
  })

  it.each([
    [{ ...refusal, ok: true }, "ok is true"],
    [{ ...refusal, data: {} }, "data is {}"],
    [{ ...refusal, meta: { exit_code: 1 } }, "meta.exit_code is 1"],
    [{ ...refusal, error: { ...error, code: "INPUT_REQUIRED" } }, 'error.code is "INPUT_REQUIRED"'],
    [{ ...refusal, error: { ...error, retryable: true } }, "error.retryable is true"],
    [{ ...refusal, error: { ...error, retryable: undefined } }, "error.retryable is missing"],
    [{ ...refusal, error: { ...error, fix_command: null } }, "error.fix_command is null"],
    [{ ...refusal, error: { ...error, suggestion: undefined } }, "error.suggestion is missing"],
    [{ ...refusal, error: { ...error, suggestion: "Add --yes" } }, 'error.suggestion names "--yes"'],
    [{ ...refusal, error: { ...error, suggestion: "Run `x -y`" } }, 'error.suggestion names "-y"'],
    [{ ...refusal, error: { ...error, message: "Set YES=1" } }, 'error.message names "YES="'],
    [{ ...refusal, error: { ...error, detail: "See $CONSENT" } }, 'error.detail names "$CONSENT"'],
    [[refusal], "not one JSON document"],
    ["text", "not one JSON document"]
  ])("finds what is wrong with %j", (document, problem) => {
    expect(problems(document)).toContain(problem)
  })

  it("finds two documents", () => {
    const stdout = `${JSON.stringify(refusal)}\n{}\n`
    const [problem] = refusalProblems({ exitCode: 4, stdout, raw: stdout, shown: undefined }, personRequired)
    expect(problem).toContain("not one JSON document")
  })

  it("finds a wrong exit code, and shows stdout then", () => {
    expect(problems(refusal, 1)).toMatch(/^It exited 1; expected 4\. Its stdout was/)
  })

  it("expects ATTESTATION_MISMATCH of a document that a terminal shows after the question", () => {
    const raw = `Approve?\r\n> x\r\n${JSON.stringify(refusal)}\r\n`
    const asked = { exitCode: 4, stdout: undefined, raw, shown: "Approve?\n> " }
    expect(refusalProblems(asked, { codes: [4], asks: "must" })).toEqual([
      'error.code is "PERSON_REQUIRED"; expected "ATTESTATION_MISMATCH".'
    ])
  })
})

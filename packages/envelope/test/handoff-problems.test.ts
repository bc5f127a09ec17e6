import { CommandExit } from "@byhand/exit-codes"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  CommandError,
  failure,
  handoffProblems,
  type CommandErrorOptions,
  type ErrorDetail
} from "../src/index.ts"
import { anyValue, hostileText } from "./hostile.ts"
import { expectNoWayRound } from "./no-way-round.ts"

const codes = ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"] as const
const fine = { message: "Approving D-42 needs a person — in their terminal", retryable: false }

function build(code: string, rest: object): CommandError {
  return new CommandError({ code, exit: CommandExit.PRECONDITION, ...rest } as CommandErrorOptions)
}

describe.each(codes)("handoffProblems of %s", (code) => {
  it("finds nothing wrong with an author's own words", () => {
    const detail = {
      code,
      ...fine,
      suggestion: "Ask the owner - Ada, say - to approve D-42",
      context: { id: "a-b" }
    }
    expect(handoffProblems(detail)).toEqual([])
  })

  it.each<[string, Partial<ErrorDetail>, string]>([
    ["a call that may be repeated", { retryable: true }, "/retryable"],
    ["a fix_command", { fix_command: "tool approve D-42" }, "/fix_command"],
    ["a fix_required", { fix_required: "approve it" }, "/fix_required"],
    ["a redirect", { redirect: { command: "tool x", permanent: true } }, "/redirect"],
    ["a wait", { retry_after_ms: 5 }, "/retry_after_ms"],
    ["a retry strategy", { retry_strategy: "immediate" }, "/retry_strategy"],
    ["an option in the suggestion", { suggestion: "Pass --yes" }, "/suggestion"],
    ["a short option in the message", { message: "Pass -y" }, "/message"],
    ["an option with another dash", { message: "Pass —yes" }, "/message"],
    ["an option behind a bracket", { message: "Pass (-y)" }, "/message"],
    ["a variable that is set", { detail: "YES=1 tool approve" }, "/detail"],
    ["a variable that is read", { cause: "$YES is empty" }, "/cause"],
    ["a variable of another shell", { cause: "%YES% is empty" }, "/cause"],
    ["an option in the documentation's address", { docs_url: "https://e.com/#--yes" }, "/docs_url"],
    ["an option deep in the context", { context: { a: [{ b: "--yes" }] } }, "/context/a/0/b"],
    ["an option as a key of the context", { context: { "--yes": 1 } }, "/context: a key"],
    ["an option in a field of the author's own", { hint: "--yes" } as never, "/hint"],
    ["a character that cannot be seen", { message: "Pass -\u200B-yes" }, "/message"],
    ["a filler that looks like a space", { message: "Approve\u3164it" }, "/message"],
    ["a line feed", { message: "a\nb" }, "/message"]
  ])("objects to %s, in a sentence that names the field", (_, change, field) => {
    const problems = handoffProblems({ code, ...fine, ...change })
    expect(problems.length).toBeGreaterThan(0)
    for (const problem of problems) expect(problem.startsWith(`${field} `), problem).toBe(true)
  })

  const ofMessage = (message: string) => handoffProblems({ code, ...fine, message })

  it("says the same of a text in ASCII as of that text behind a letter that is not", () => {
    const ascii = fc.string({ unit: fc.constantFrom(..."- -=%$`._:/@)]+~(aZ9\n\t\u0000\u007f") })
    fc.assert(
      fc.property(ascii, (text) => {
        expect(ofMessage(`a ${text}`)).toEqual(ofMessage(`\u00e9 ${text}`))
      })
    )
  })

  it("objects when retryable is not said at all", () => {
    expect(handoffProblems({ code, message: "m" })).toHaveLength(1)
  })
})

describe("handoffProblems", () => {
  it("has nothing to say about any other error", () => {
    expect(
      handoffProblems({ code: "ARG_ERROR", message: "Pass --id", retryable: true, fix_command: "x" })
    ).toEqual([])
  })

  it("never throws, whatever it is given", () => {
    fc.assert(
      fc.property(anyValue, fc.constantFrom(...codes), (value, code) => {
        expect(Array.isArray(handoffProblems(value as ErrorDetail))).toBe(true)
        expect(Array.isArray(handoffProblems({ code, context: value } as never))).toBe(true)
      })
    )
  })
})

describe("failure", () => {
  const fields = [
    "message",
    "suggestion",
    "detail",
    "cause",
    "docsUrl",
    "fixRequired",
    "fixCommand",
    "context",
    "errors"
  ]
  it("replaces a refusal that names an option, and warns its author without repeating it", () => {
    const envelope = failure(build("PERSON_REQUIRED", { message: "Pass --yes", fixCommand: "tool --yes" }), {
      durationMs: 1
    })
    expect(envelope.error).toEqual({
      code: "PERSON_REQUIRED",
      message: "This command needs a person at a terminal",
      retryable: false,
      suggestion: "Ask a person to run this command in their own terminal"
    })
    expect(envelope.warnings.map((warning) => warning.code)).toEqual(["HANDOFF_REPLACED"])
    expect(JSON.stringify(envelope)).not.toContain("--")
    const mismatch = failure(build("ATTESTATION_MISMATCH", { message: "Pass --yes" }), { durationMs: 1 })
    expect(mismatch.error.message).toBe(
      "The typed text does not match the expected text; nothing is recorded"
    )
  })

  it("leaves an author's own words alone when nothing is wrong with them", () => {
    const envelope = failure(build("PERSON_REQUIRED", { ...fine, suggestion: "Ask Ada" }), { durationMs: 1 })
    expect(envelope.error).toEqual({ code: "PERSON_REQUIRED", ...fine, suggestion: "Ask Ada" })
    expect(envelope.warnings).toEqual([])
  })

  it("never writes a refusal that gives an agent a way round the person, whoever built it", () => {
    const rest = fc.record(
      Object.fromEntries(fields.map((field) => [field, fc.oneof(hostileText, anyValue)])),
      {
        requiredKeys: ["message"]
      }
    )
    fc.assert(
      fc.property(fc.constantFrom(...codes), rest, fc.boolean(), (code, others, retryable) => {
        const error = build(code, { ...others, retryable })
        const envelope = failure(error, { durationMs: 1 })
        expectNoWayRound(envelope.error)
        expect(envelope.error.code).toBe(code)
        expect(envelope.meta.exit_code).toBe(4)
        const tampered = failure(Object.assign(build(code, fine), { ...others, exit: 0 }), { durationMs: 1 })
        expectNoWayRound(tampered.error)
        expect(tampered.meta.exit_code).toBe(4)
      }),
      { numRuns: 500 }
    )
  })
})

import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { attestationMismatch, failure, handoffProblems, type MismatchRequest } from "../src/index.ts"
import { contractErrors } from "./contract.ts"
import { anyValue, hostileText } from "./hostile.ts"
import { expectNoWayRound } from "./no-way-round.ts"

const unnamed = "The typed text does not match the expected text; nothing is recorded"

describe("attestationMismatch", () => {
  it("makes the contract's own document", () => {
    expect(JSON.stringify(failure(attestationMismatch({ expected: "D-42" }), { durationMs: 8120 }))).toBe(
      '{"ok":false,"data":null,"error":{"code":"ATTESTATION_MISMATCH",' +
        '"message":"The typed text does not match D-42; nothing is recorded","retryable":false},' +
        '"warnings":[],"meta":{"exit_code":4,"duration_ms":8120,"contract":"command"}}'
    )
  })

  it("repeats every expected string of ordinary shape", () => {
    const parts = fc.array(fc.stringMatching(/^[A-Za-z0-9._:/@]{0,5}[A-Za-z0-9]$/), {
      minLength: 1,
      maxLength: 6
    })
    const ordinary = parts.map((words) => words.join("-"))
    fc.assert(
      fc.property(ordinary, (expected) => {
        const { message } = attestationMismatch({ expected })
        expect(message).toBe(`The typed text does not match ${expected}; nothing is recorded`)
      })
    )
    for (const expected of [
      "release/2.5.0",
      "delete my team",
      "D-42",
      "production@eu:2",
      "утвердить",
      "承認"
    ]) {
      expect(attestationMismatch({ expected }).message).toContain(`match ${expected};`)
    }
  })

  it.each([
    "--yes",
    "-rf",
    "release--2",
    "A=b",
    "$HOME",
    "a`b",
    "",
    " ",
    "D-42\n",
    "D\u202E24",
    "x".repeat(10_000_000)
  ])("does not repeat an expected string that could be read as something else", (expected) => {
    const error = attestationMismatch({ expected })
    expect(error.message).toBe(unnamed)
    expectNoWayRound(error.toDetail())
  })

  it("says what else did not happen, unless that names an option", () => {
    expect(attestationMismatch({ expected: "D-42", undone: "nothing is deployed" }).message).toBe(
      "The typed text does not match D-42; nothing is deployed"
    )
    expect(attestationMismatch({ expected: "D-42", undone: "use --yes" }).message).toBe(
      "The typed text does not match D-42; nothing is recorded"
    )
  })

  it("never gives an agent a way round the person, and never throws, whatever was expected", () => {
    const request = fc.oneof(
      fc.record({ expected: hostileText, undone: fc.option(hostileText, { nil: undefined }) }),
      fc.record({ expected: anyValue, undone: anyValue }) as fc.Arbitrary<MismatchRequest>,
      fc.constantFrom(undefined as never, null as never, "text" as never)
    )
    fc.assert(
      fc.property(request, (mismatch) => {
        const envelope = failure(attestationMismatch(mismatch), { durationMs: 1 })
        expect(envelope.error).toMatchObject({ code: "ATTESTATION_MISMATCH", retryable: false })
        expect(envelope.error).not.toHaveProperty("suggestion")
        expect(handoffProblems(envelope.error)).toEqual([])
        expectNoWayRound(envelope.error)
        expect(contractErrors(envelope)).toEqual([])
      }),
      { numRuns: 1000 }
    )
  })
})

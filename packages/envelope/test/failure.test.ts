import { CommandExit, commandExits } from "@byhand/exit-codes"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CommandError, failure, toCommandError, type CommandErrorOptions } from "../src/index.ts"
import { anyOptions, expectValid } from "./expect-valid.ts"
import { anyValue, hostileText, hostileValues } from "./hostile.ts"

const failures = commandExits.map((row) => row.code).filter((code) => code !== CommandExit.SUCCESS)

function refuse(): never {
  throw new Error("refused")
}

describe("failure", () => {
  const anyError = fc
    .record({
      code: fc.oneof(fc.constantFrom("NOT_FOUND", "GENERAL_ERROR"), fc.stringMatching(/^[A-Z][A-Z0-9_]+$/)),
      exit: fc.constantFrom(...failures),
      message: fc.oneof(hostileText, anyValue)
    })
    .chain((known) => {
      const others = [
        "retryable",
        "suggestion",
        "detail",
        "context",
        "cause",
        "docsUrl",
        "fixRequired",
        "fixCommand"
      ]
      const more = ["phase", "retryAfterMs", "retryStrategy", "redirect", "errors"]
      const fields = Object.fromEntries([...others, ...more].map((name) => [name, anyValue]))
      return fc
        .record(fields, { requiredKeys: [] })
        .map((rest) => new CommandError({ ...rest, ...known } as CommandErrorOptions))
    })

  it("makes one valid envelope of any error, payload, warnings and facts", () => {
    fc.assert(
      fc.property(anyError, anyOptions, (error, options) => {
        const envelope = failure(error, options)
        expectValid(envelope)
        expect(envelope.meta.exit_code).toBe(error.exit)
        expect(envelope.error.code).toBe(error.code)
      }),
      { numRuns: 300 }
    )
  })

  it.each(Object.keys(hostileValues))("makes one valid envelope when %s is thrown", (name) => {
    expectValid(failure(toCommandError(hostileValues[name]!()), { durationMs: 1 }))
  })

  it("makes one valid envelope of anything that can be thrown", () => {
    fc.assert(
      fc.property(anyValue, (thrown) => {
        const envelope = failure(toCommandError(thrown), { durationMs: 1 })
        expectValid(envelope)
        expect(envelope.error).toMatchObject({ code: "GENERAL_ERROR", retryable: false })
        expectValid(failure(thrown as CommandError, { durationMs: 1 }))
      }),
      { numRuns: 300 }
    )
  })

  it("never exits with 0, even when the error's fields were assigned to", () => {
    for (const exit of [0, 256, Number.NaN, "4", null]) {
      const error = Object.assign(
        new CommandError({ code: "ODD", exit: CommandExit.CONFLICT, message: "m" }),
        { exit }
      )
      const envelope = failure(error as CommandError, { durationMs: 1 })
      expect(envelope.meta.exit_code).toBe(1)
      expectValid(envelope)
    }
  })

  it("survives a subclass whose toDetail throws, returns nonsense, or leaves out retryable", () => {
    class Odd extends CommandError {
      readonly detailed: () => unknown
      constructor(detailed: () => unknown) {
        super({ code: "ODD", exit: CommandExit.CONFLICT, message: "m" })
        this.detailed = detailed
      }
      override toDetail(): never {
        return this.detailed() as never
      }
    }
    for (const detailed of [
      refuse,
      () => null,
      () => "text",
      () => ({ code: "X1", message: "m" }),
      () => [1]
    ]) {
      const envelope = failure(new Odd(detailed), { durationMs: 1 })
      expectValid(envelope)
      expect(envelope.error.retryable).toBe(false)
    }
  })

  it("writes the fields of an error in the contract's order", () => {
    const error = new CommandError({
      code: "RATE_LIMITED",
      exit: CommandExit.RATE_LIMITED,
      message: "Too many requests",
      retryable: true,
      retryAfterMs: 500,
      retryStrategy: "immediate",
      phase: "execution",
      suggestion: "Wait",
      fixRequired: "Slow down",
      fixCommand: "tool limits",
      redirect: { command: "tool other", permanent: true },
      detail: "d",
      cause: new Error("HTTP 429"),
      context: { limit: 5 },
      docsUrl: "https://example.com",
      errors: [{ field: "id", message: "m" }]
    })
    expect(JSON.stringify(failure(error, { durationMs: 1, data: { partial: true } }))).toBe(
      '{"ok":false,"data":{"partial":true},"error":{"code":"RATE_LIMITED","message":"Too many requests","retryable":true,' +
        '"retry_after_ms":500,"retry_strategy":"immediate","phase":"execution","suggestion":"Wait","fix_required":"Slow down",' +
        '"fix_command":"tool limits","redirect":{"command":"tool other","permanent":true},"detail":"d","cause":"HTTP 429",' +
        '"context":{"limit":5},"docs_url":"https://example.com","errors":[{"field":"id","message":"m"}]},' +
        '"warnings":[],"meta":{"exit_code":11,"duration_ms":1,"contract":"command"}}'
    )
  })
})

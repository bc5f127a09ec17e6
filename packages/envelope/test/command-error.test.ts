import { CommandExit } from "@byhand/exit-codes"
import { describe, expect, it } from "vitest"
import { cancelled, CommandError, failure, toCommandError } from "../src/index.ts"
import { bundled } from "./bundled.ts"

const { NOT_FOUND, CONFLICT, PRECONDITION, SUCCESS } = CommandExit

function detailOf(cause: unknown, message = "It failed") {
  return new CommandError({ code: "ANY_CODE", exit: CONFLICT, message, cause }).toDetail()
}

describe("CommandError", () => {
  it("is an Error with a code, an exit code, and retryable false unless said otherwise", () => {
    const error = new CommandError({ code: "NO_SUCH_DECISION", exit: NOT_FOUND, message: "There is no D-43" })
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ name: "CommandError", exit: 5, exitCode: 5, retryable: false })
    expect(Object.hasOwn(error, "cause")).toBe(false)
    expect(new CommandError({ code: "BUSY", exit: CONFLICT, message: "m", retryable: true }).retryable).toBe(
      true
    )
  })

  it.each(["", "A", "lower", "A-B", "1A", "ABC\n", "ÄB", 5, null, undefined, ["ABC"]])(
    "refuses the code %j",
    (code) => {
      const make = () => new CommandError({ code: code as string, exit: CONFLICT, message: "m" })
      expect(make).toThrow(TypeError)
      expect(make).toThrow(/^A CommandError needs a code that programs can branch on.*Received .*Expected/)
    }
  )

  it.each([SUCCESS, 126, 127, 255, -1, 1.5, "4", undefined, null])("refuses the exit code %j", (exit) => {
    const make = () => new CommandError({ code: "ANY_CODE", exit: exit as CommandExit, message: "m" })
    expect(make).toThrow(TypeError)
    expect(make).toThrow(/^A CommandError needs an exit code of the command contract that is not 0/)
  })

  it.each(["PERSON_REQUIRED", "ATTESTATION_MISMATCH"])("lets %s exit with 4 only", (code) => {
    expect(new CommandError({ code, exit: PRECONDITION, message: "m" }).exit).toBe(4)
    expect(() => new CommandError({ code, exit: CONFLICT, message: "m" })).toThrow(
      /exits with 4 \(PRECONDITION\)/
    )
  })

  it.each([undefined, 0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "1000", null])(
    "lets RATE_LIMITED say how long to wait only as a whole number above 0, not as %j",
    (retryAfterMs) => {
      const fields = { exit: CommandExit.RATE_LIMITED, message: "m", retryAfterMs: retryAfterMs as number }
      expect(() => new CommandError({ ...fields, code: "RATE_LIMITED" })).toThrow(
        /^A CommandError with the code RATE_LIMITED says how long to wait.*Received .*Give retryAfterMs/
      )
      expect(new CommandError({ ...fields, code: "BUSY" }).exit).toBe(11)
    }
  )

  it("takes the code from a RATE_LIMITED whose wait was taken away", () => {
    const error = new CommandError({
      code: "RATE_LIMITED",
      exit: CommandExit.RATE_LIMITED,
      message: "Too many requests",
      retryAfterMs: 500
    })
    expect(error.toDetail()).toMatchObject({ code: "RATE_LIMITED", retry_after_ms: 500 })
    Object.assign(error, { retryAfterMs: 0 })
    const { error: detail, meta } = failure(error, { durationMs: 1 })
    expect([detail.code, meta.exit_code]).toEqual(["GENERAL_ERROR", 11])
  })

  it("does not take a bare number as an exit code", () => {
    // @ts-expect-error the run contract's 4 means something else
    expect(new CommandError({ code: "ANY_CODE", exit: 4, message: "m" }).exit).toBe(4)
  })

  it("tells the reason below it as cause, unless that says the same, and never a stack", () => {
    expect(detailOf(new Error("ENOENT: no such file")).cause).toBe("ENOENT: no such file")
    expect(detailOf("disk full").cause).toBe("disk full")
    expect(detailOf(new Error("It failed", { cause: new Error("the disk") })).cause).toBe("the disk")
    expect(detailOf(new Error("It failed")).cause).toBeUndefined()
    expect(detailOf(undefined).cause).toBeUndefined()
    const stacked = new Error("x")
    expect(detailOf(new Error(`child: ${stacked.stack}`)).cause).toBe("child: Error: x")
    expect(detailOf(undefined, String(stacked.stack)).message).toBe("Error: x")
    const loop = new Error("It failed")
    loop.cause = loop
    expect(detailOf(loop).cause).toBeUndefined()
  })

  it("leaves out a field that breaks the contract and keeps the others", () => {
    const error = new CommandError({
      code: "ANY_CODE",
      exit: CONFLICT,
      message: "m",
      phase: "later" as "cleanup",
      retryAfterMs: -1,
      redirect: { command: "x" } as never,
      context: ["list"] as never,
      suggestion: "Try another id",
      errors: "none" as never
    })
    expect(error.toDetail()).toEqual({
      code: "ANY_CODE",
      message: "m",
      retryable: false,
      suggestion: "Try another id"
    })
  })
})

describe("toCommandError", () => {
  it("keeps a CommandError as it is", () => {
    const error = new CommandError({ code: "ANY_CODE", exit: CONFLICT, message: "m" })
    expect(toCommandError(error)).toBe(error)
  })

  it("keeps the code of a CommandError from another copy of this package", async () => {
    const other = (await import(await bundled("../src/index.ts"))) as typeof import("../src/index.ts")
    const foreign = new other.CommandError({
      code: "NO_SUCH_DECISION",
      exit: NOT_FOUND,
      message: "There is no D-43",
      suggestion: "List them first",
      context: { id: "D-43" },
      cause: new Error("ENOENT")
    })
    expect(foreign).not.toBeInstanceOf(CommandError)
    const error = toCommandError(foreign)
    expect(error).toBeInstanceOf(CommandError)
    expect(error.toDetail()).toEqual(foreign.toDetail())
    expect(failure(foreign, { durationMs: 1 }).meta.exit_code).toBe(5)
    expect(
      toCommandError(other.personRequired({ command: ["t"], positionals: [], hadOptions: false })).exit
    ).toBe(4)
  })

  it("does not believe an error that only says it is one", () => {
    for (const claim of [
      { code: "lower", exit: 5 },
      { code: "FINE", exit: 0 },
      { code: "FINE", exit: 999 },
      {}
    ]) {
      const error = toCommandError(Object.assign(new Error("m"), { name: "CommandError" }, claim))
      expect([error.code, error.exit, error.message]).toEqual(["GENERAL_ERROR", 1, "m"])
    }
  })

  it.each([
    ["an error", new RangeError("The list is empty"), "The list is empty"],
    ["an error without a message", new TypeError(), "The command failed and gave no reason (TypeError)."],
    ["a text", "boom", "boom"],
    ["an empty text", "", "The command failed and gave no reason."],
    ["undefined", undefined, "The command failed and gave no reason: it threw undefined."],
    ["a number", 7, "The command failed and gave no reason: it threw 7."],
    ["a symbol", Symbol("s"), "The command failed and gave no reason: it threw Symbol(s)."],
    [
      "an object",
      { status: 500 },
      "The command failed and gave no reason: it threw an object without a message."
    ],
    ["an object with a message", { message: "HTTP 500" }, "HTTP 500"],
    ["a stack as text", "Error: x\n    at f (file:///a.js:1:2)\n    at node:internal/x:3:4", "Error: x"]
  ])("makes a GENERAL_ERROR with a sentence of %s", (_, thrown, message) => {
    const error = toCommandError(thrown)
    expect(error).toMatchObject({ code: "GENERAL_ERROR", exit: 1, retryable: false, message, cause: thrown })
    expect(error.toDetail()).toEqual({ code: "GENERAL_ERROR", message, retryable: false })
  })

  it("shows no stack in the envelope of a real error", () => {
    const envelope = failure(toCommandError(new Error("outer", { cause: new Error("inner") })), {
      durationMs: 1
    })
    expect(envelope.error).toEqual({
      code: "GENERAL_ERROR",
      message: "outer",
      retryable: false,
      cause: "inner"
    })
  })
})

describe("cancelled", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129]
  ] as const)("exits for %s with %i and names the signal", (signal, exit) => {
    const envelope = failure(cancelled(signal), { durationMs: 1 })
    expect(envelope.meta.exit_code).toBe(exit)
    expect(envelope.data).toBeNull()
    expect(envelope.error).toEqual({
      code: "CANCELLED",
      message: `The command was cancelled by ${signal}.`,
      retryable: false,
      phase: "execution",
      context: { signal }
    })
  })
})

import { RunExit, runExits } from "@byhand/exit-codes"
import { describe, expect, it } from "vitest"
import { runEnvelope } from "../src/index.ts"
import { expectValid } from "./expect-valid.ts"

describe("the envelope of a run", () => {
  it.each(runExits)("is valid and says the run contract's own code for $name", ({ code, name }) => {
    const error = { code: name, message: "It ended so." }
    const envelope = runEnvelope({ exit: code, data: { stage: null }, error, durationMs: 1.6 })
    expectValid(envelope)
    expect(envelope.meta).toEqual({ exit_code: code, duration_ms: 2, contract: "run" })
    expect(envelope.ok).toBe(code === 0)
    expect(envelope.error?.code).toBe(code === 0 ? undefined : name)
  })

  it("has an error for every exit but 0, also when none is given", () => {
    const envelope = runEnvelope({ exit: RunExit.CLOSED_CANCELLED, data: null, error: null, durationMs: 0 })
    expectValid(envelope)
    expect(envelope.error).toMatchObject({ code: "GENERAL_ERROR" })
  })

  it("keeps control sequences out of what a model said, and lets nothing take the exit's place", () => {
    const envelope = runEnvelope({
      exit: RunExit.WAITING_INPUT,
      data: { body: "\u001B[31mred\u001B[0m" },
      error: { code: "WAITING_INPUT", message: "Wait." },
      durationMs: 1,
      meta: { exit_code: 0, contract: "command" }
    })
    expect(envelope.data).toEqual({ body: "red" })
    expect(envelope.meta).toMatchObject({ exit_code: 3, contract: "run" })
  })
})

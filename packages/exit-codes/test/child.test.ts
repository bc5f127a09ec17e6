import { spawn } from "node:child_process"
import { constants } from "node:os"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CommandExit, exitFromChild, exitFromSignal } from "../src/index.ts"

const signals = Object.keys(constants.signals) as NodeJS.Signals[]

function ended(shell: string): Promise<number> {
  return new Promise((resolve, reject) => {
    spawn("sh", ["-c", shell], { stdio: "ignore" })
      .on("error", reject)
      .on("exit", (code, signal) => resolve(exitFromChild(code, signal)))
  })
}

describe("exitFromSignal", () => {
  it("is 128 plus the number of every signal of this platform", () => {
    for (const signal of signals) expect(exitFromSignal(signal)).toBe(128 + constants.signals[signal])
  })

  it("agrees with the named constants", () => {
    expect(exitFromSignal("SIGHUP")).toBe(CommandExit.HANGUP)
    expect(exitFromSignal("SIGINT")).toBe(CommandExit.INTERRUPTED)
    expect(exitFromSignal("SIGTERM")).toBe(CommandExit.TERMINATED)
  })

  it.each(["SIGNOTHING", "", "toString", "__proto__", "sigterm"])(
    "refuses %j, which is no signal",
    (name) => {
      expect(() => exitFromSignal(name as NodeJS.Signals)).toThrow(RangeError)
    }
  )
})

describe("exitFromChild", () => {
  const codes = fc.oneof(fc.constant(null), fc.integer(), fc.integer({ min: 0, max: 255 }), fc.double())

  it("never turns a signal into 0, whatever the code beside it", () => {
    const names = fc.oneof(fc.constantFrom(...signals), fc.string() as fc.Arbitrary<NodeJS.Signals>)
    fc.assert(
      fc.property(codes, names, (code, signal) => {
        const exit = exitFromChild(code, signal)
        expect(exit).toBe(signals.includes(signal) ? 128 + constants.signals[signal] : 1)
      })
    )
  })

  it("keeps every code from 0 to 255 and turns any other into 1", () => {
    for (let code = 0; code <= 255; code++) expect(exitFromChild(code, null)).toBe(code)
    fc.assert(
      fc.property(codes, (code) => {
        const exit = exitFromChild(code, null)
        expect(exit).toBe(Number.isInteger(code) && code! >= 0 && code! <= 255 ? code : 1)
      })
    )
  })

  it("is 1, not 0, for a status whose low byte is 0 and for a child that never started", () => {
    expect(exitFromChild(0xc000_0100, null)).toBe(1)
    expect(exitFromChild(-2, null)).toBe(1)
    expect(exitFromChild(null, null)).toBe(1)
  })

  it("is 1 for values its type does not allow", () => {
    expect(exitFromChild(undefined as unknown as null, undefined as unknown as null)).toBe(1)
    expect(exitFromChild("0" as unknown as number, null)).toBe(1)
  })
})

describe("exitFromChild on a real child", () => {
  // The signals that end a process that does nothing about them. Node has no name for SIGSTKFLT (see the README).
  const harmless = ["SIGCHLD", "SIGCONT", "SIGURG", "SIGWINCH", "SIGSTOP", "SIGTSTP", "SIGTTIN", "SIGTTOU"]
  const deadly = signals.filter((signal) => !harmless.includes(signal) && signal !== "SIGSTKFLT")

  it("reports kill -9 as 137 and SIGTERM as 143, sent from outside", async () => {
    for (const [signal, exit] of [
      ["SIGKILL", 137],
      ["SIGTERM", 143]
    ] as const) {
      const child = spawn("sleep", ["60"], { stdio: "ignore" })
      const exits = new Promise<number>((resolve) =>
        child.on("exit", (code, by) => resolve(exitFromChild(code, by)))
      )
      child.kill(signal)
      expect(await exits).toBe(exit)
    }
  })

  it("reports every signal that ends a process as the code a shell gives it", async () => {
    for (const signal of deadly) {
      const number = constants.signals[signal]
      expect([signal, await ended(`ulimit -c 0; kill -${number} $$; sleep 60`)]).toEqual([
        signal,
        128 + number
      ])
    }
  })

  it.each([0, 1, 4, 130, 255])("passes on exit %i", async (code) => {
    expect(await ended(`exit ${code}`)).toBe(code)
  })
})

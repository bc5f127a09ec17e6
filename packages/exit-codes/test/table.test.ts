import { readFileSync } from "node:fs"
import { constants } from "node:os"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { CommandExit, commandExit, commandExits, exitRange, type ExitRange } from "../src/index.ts"

const contract = JSON.parse(readFileSync(new URL("fixtures/exit-code.json", import.meta.url), "utf8")) as {
  readonly enum: readonly number[]
  readonly "x-enum-varnames": readonly string[]
  readonly "x-enum-descriptions": readonly string[]
  readonly "x-groups": Readonly<Record<string, readonly number[]>>
  readonly "x-code-ranges": Readonly<Record<string, string>>
}
const framework = commandExits.filter((row) => row.code <= 14)
const signalNumbers = new Set<number>(Object.values(constants.signals))

describe("the exit table", () => {
  it("has the codes, names, meanings and order of the published contract", () => {
    expect(framework.map((row) => row.code)).toEqual(contract.enum)
    expect(framework.map((row) => row.name)).toEqual(contract["x-enum-varnames"])
    expect(framework.map((row) => row.meaning)).toEqual(contract["x-enum-descriptions"])
  })

  it("has the groups of the published contract", () => {
    const groups: Record<string, number[]> = {}
    for (const row of framework) (groups[row.group] ??= []).push(row.code)
    expect(groups).toEqual(contract["x-groups"])
  })

  it("has one row for every constant and no other row", () => {
    expect(Object.fromEntries(commandExits.map((row) => [row.name, row.code]))).toEqual(CommandExit)
  })

  it("calls a code retryable only when nothing has changed", () => {
    const retryable = commandExits.filter((row) => row.retryable)
    expect(retryable.map((row) => row.name)).toEqual(["RATE_LIMITED", "UNAVAILABLE"])
    expect(retryable.every((row) => row.sideEffects === "none")).toBe(true)
  })

  it("says that PRECONDITION changes nothing and is not retryable, as a person-only command needs", () => {
    expect(commandExits.find((row) => row.name === "PRECONDITION")).toMatchObject({
      code: 4,
      retryable: false,
      sideEffects: "none"
    })
  })

  it("cannot be changed by whoever imports it", () => {
    expect(Object.isFrozen(commandExits) && commandExits.every((row) => Object.isFrozen(row))).toBe(true)
    expect(() => Object.assign(CommandExit, { SUCCESS: 1 })).toThrow(TypeError)
  })

  it("does not take a bare number where a code of the table is due", () => {
    // @ts-expect-error a number of another table is not a CommandExit
    const bare: CommandExit = 4
    expect(bare).toBe(CommandExit.PRECONDITION)
  })
})

describe("exitRange", () => {
  it("agrees with the published ranges for every code from 0 to 255", () => {
    const names: Record<string, ExitRange> = {
      "0-14": "framework",
      "15-63": "framework-extension",
      "64-78": "sysexits",
      "79-125": "command",
      "126-255": "shell"
    }
    expect(Object.keys(contract["x-code-ranges"])).toEqual(Object.keys(names))
    for (const [range, name] of Object.entries(names)) {
      const [first, last] = range.split("-").map(Number) as [number, number]
      for (let code = first; code <= last; code++) expect([code, exitRange(code)]).toEqual([code, name])
    }
  })

  it.each([-1, 256, 1.5, Number.NaN, Number.POSITIVE_INFINITY])("refuses %s with a sentence", (code) => {
    expect(() => exitRange(code)).toThrow(RangeError)
    expect(() => exitRange(code)).toThrow(`Received ${code}.`)
  })
})

describe("commandExit", () => {
  it("allows 0 to 125 and 128 plus every signal of this platform, and no other code", () => {
    for (let code = -1; code <= 256; code++) {
      const allowed = (code >= 0 && code <= 125) || signalNumbers.has(code - 128)
      if (allowed) expect(commandExit(code)).toBe(code)
      else expect(() => commandExit(code), String(code)).toThrow(RangeError)
    }
  })

  it("refuses every number that is not an allowed integer with a sentence that names it", () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.integer()), (code) => {
        fc.pre(!(Number.isInteger(code) && code >= 0 && code <= 255))
        expect(() => commandExit(code)).toThrow(`A command may not exit with ${String(code)}, because`)
      })
    )
  })
})

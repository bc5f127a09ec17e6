import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import {
  CommandExit,
  commandExitOfRun,
  commandExits,
  exitFromSignal,
  RunExit,
  type RunEnding,
  runExits
} from "../src/index.ts"

// ADR-0019, with its amendments, and 143 beside 130.
const adr: readonly (readonly [number, string])[] = [
  [0, "CLOSED_SUCCESS"],
  [0, "REFUSED"],
  [0, "DIRECT_ANSWER"],
  [1, "CLOSED_CANCELLED"],
  [2, "UNCONFIRMED_GATE"],
  [3, "WAITING_INPUT"],
  [4, "HARNESS_ERROR"],
  [5, "CLOSED_UNVERIFIED"],
  [130, "INTERRUPTED"],
  [143, "TERMINATED"]
]

describe("the run contract's table", () => {
  it("has the codes and names of ADR-0019, in order, one row for every constant", () => {
    expect(runExits.map((row) => [row.code, row.name])).toEqual(adr)
    expect(Object.entries(RunExit).map(([name, code]) => [code, name])).toEqual(adr)
  })

  it("calls paused exactly what another call can carry on by an answer or a confirmation", () => {
    expect(runExits.filter((row) => row.group === "paused").map((row) => row.name)).toEqual([
      "UNCONFIRMED_GATE",
      "WAITING_INPUT"
    ])
  })

  it("uses the code that a shell gives to each of the two signals", () => {
    expect(RunExit.INTERRUPTED).toBe(exitFromSignal("SIGINT"))
    expect(RunExit.TERMINATED).toBe(exitFromSignal("SIGTERM"))
  })

  it("cannot be changed by whoever imports it", () => {
    expect(Object.isFrozen(runExits) && runExits.every((row) => Object.isFrozen(row))).toBe(true)
    expect(() => Object.assign(RunExit, { WAITING_INPUT: 0 })).toThrow(TypeError)
  })

  it("does not mix with the command contract's table, in either direction", () => {
    // @ts-expect-error 4 is PRECONDITION in one table and a harness error in the other
    const command: CommandExit = RunExit.HARNESS_ERROR
    // @ts-expect-error the same number, and another meaning
    const run: RunExit = CommandExit.PRECONDITION
    // @ts-expect-error a bare number belongs to no table
    const bare: RunExit = 4
    expect([command, run, bare]).toEqual([4, 4, 4])
  })

  it("is shown in the README as the package exports it", () => {
    const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8")
    const rows = [
      ...readme.matchAll(/^\| (\d+) +\| `(\w+)` +\| (closed|paused|error|signal) +\| `(\w+)` \(\d+\) +\|$/gm)
    ]
    expect(rows.map((match) => match.slice(1))).toEqual(
      runExits.map(({ code, name, group }) => [String(code), name, group, commandName(name)])
    )
  })
})

function commandName(ending: RunEnding): string | undefined {
  return commandExits.find((row) => row.code === commandExitOfRun(ending))?.name
}

describe("commandExitOfRun", () => {
  it("gives every ending a code of the command table, and 0 to exactly those that a run ends with 0", () => {
    for (const { name, code } of runExits) {
      expect(commandName(name), name).toBeDefined()
      expect(commandExitOfRun(name) === CommandExit.SUCCESS, name).toBe(code === RunExit.CLOSED_SUCCESS)
    }
  })

  it("never says PRECONDITION, which a person-only command keeps for itself", () => {
    for (const { name } of runExits) expect(commandExitOfRun(name)).not.toBe(CommandExit.PRECONDITION)
  })

  it("says of a paused run, and of no other, that it goes on and is not lost", () => {
    const incomplete = runExits.filter(({ name }) => commandExitOfRun(name) === CommandExit.INCOMPLETE)
    expect(incomplete.map((row) => row.group)).toEqual(["paused", "paused"])
  })

  it("passes a signal on as it is", () => {
    expect([commandExitOfRun("INTERRUPTED"), commandExitOfRun("TERMINATED")]).toEqual([130, 143])
  })
})

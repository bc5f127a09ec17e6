import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { gateCommands, gateWords } from "../../src/protocol/gate-words.ts"
import { readGateLine } from "../../src/protocol/read-gate-line.ts"
import { lastLine, takeLines } from "../../src/protocol/stdin-lines.ts"

const everywhere = ["PROMPT_REVIEW", "PLAN_REVIEW", "WAITING_INPUT"] as const
const tagOf = (line: string, at: (typeof everywhere)[number]): string => readGateLine(line, at)._tag

describe("readGateLine", () => {
  it.each([
    "/confirm",
    "confirm",
    "yes",
    "y",
    "proceed",
    "looks good",
    "lgtm",
    "approved",
    "ok",
    "okay",
    "accept"
  ])(
    "takes %j as a confirmation at a review, in any case and with spaces around it, and never while input is waited for",
    (line) => {
      for (const typed of [line, line.toUpperCase(), `  ${line}\t`]) {
        expect(tagOf(typed, "PROMPT_REVIEW")).toBe("Accept")
        expect(tagOf(typed, "PLAN_REVIEW")).toBe("Accept")
        expect(tagOf(typed, "WAITING_INPUT")).toBe(line === "/confirm" ? "Guidance" : "Interpret")
      }
    }
  )

  it.each(["/stop", "/cancel", "stop", "cancel"])("takes %j as a cancellation everywhere", (line) => {
    for (const at of everywhere) expect(tagOf(line, at)).toBe("Cancel")
  })

  it("revises the task at the prompt gate and while input is waited for, and the approach at the plan gate", () => {
    expect(readGateLine("/revise  shorter ", "PROMPT_REVIEW")).toEqual({
      _tag: "ReviseTask",
      text: "shorter"
    })
    expect(readGateLine("/revise shorter", "WAITING_INPUT")).toEqual({ _tag: "ReviseTask", text: "shorter" })
    expect(readGateLine("/revise shorter", "PLAN_REVIEW")).toEqual({
      _tag: "ReviseApproach",
      text: "shorter"
    })
    for (const at of everywhere) expect(tagOf("/revise  ", at)).toBe("Guidance")
  })

  it("confirms nothing by a blank line, by half a line, or by a word among others", () => {
    for (const line of ["", " ", "\t", "/confirm it", "yes but shorter", "y.", "ok?", "\u00a0"])
      for (const at of everywhere) expect(tagOf(line, at), JSON.stringify(line)).not.toBe("Accept")
  })

  it("passes a blank line over at a review, and repeats the guidance while input is waited for", () => {
    expect(everywhere.map((at) => tagOf(" ", at))).toEqual(["Skip", "Skip", "Guidance"])
  })

  it("never sends an unknown command to a model, and takes no path for a command", () => {
    for (const at of everywhere) {
      expect(readGateLine("/restart now", at)).toEqual({ _tag: "UnknownCommand", command: "/restart" })
      expect(readGateLine("/etc/hosts", at)).toEqual({ _tag: "Interpret", text: "/etc/hosts" })
      expect(tagOf("/quit", at)).toBe("Quit")
      expect(tagOf("/help", at)).toBe("Guidance")
    }
  })

  it("knows every command of the one list", () => {
    for (const command of Object.keys(gateCommands))
      for (const at of everywhere) expect(tagOf(command, at)).not.toMatch(/UnknownCommand|Interpret/)
  })

  it("hands every other line on as it is, unchanged", () => {
    const words: readonly string[] = [...gateWords.accept, ...gateWords.cancel]
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.constantFrom(...everywhere), (line, at) => {
        const text = line.trim()
        fc.pre(text !== "" && !text.startsWith("/") && !words.includes(text.toLowerCase()))
        expect(readGateLine(line, at)).toEqual({ _tag: "Interpret", text: line })
      })
    )
  })
})

describe("the lines of stdin", () => {
  it("are the same however the stream is cut into chunks", () => {
    const texts = fc.string({ unit: fc.constantFrom("a", "\n", "\r", " ", "é") })
    fc.assert(
      fc.property(fc.array(texts), (chunks) => {
        const lines: string[] = []
        let rest = ""
        for (const chunk of chunks) {
          const taken = takeLines(rest, chunk)
          lines.push(...taken.lines)
          rest = taken.rest
        }
        const last = lastLine(rest)
        if (last !== null) lines.push(last)
        const whole = chunks.join("")
        const expected = whole.split("\n").map((line) => line.replace(/\r$/, ""))
        expect(lines).toEqual(whole === "" || whole.endsWith("\n") ? expected.slice(0, -1) : expected)
      })
    )
  })
})

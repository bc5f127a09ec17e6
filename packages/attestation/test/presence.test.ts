import { closeSync, openSync } from "node:fs"

import { openTerminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { personPresence } from "../src/index.ts"

let other: ReturnType<typeof openTerminal>
let terminal: number
let file: number
beforeAll(() => {
  other = openTerminal()
  terminal = openSync(other.path, "r+")
  file = openSync("/dev/null", "r+")
})
afterAll(() => {
  closeSync(terminal)
  closeSync(file)
  other.close()
})

describe("personPresence", () => {
  it("needs a terminal on stdin and on stdout, and no --non-interactive", () => {
    const at = { stdin: { fd: terminal }, stdout: { fd: terminal } }
    expect(personPresence({ ...at, nonInteractive: false })).toEqual({ present: true })
    expect(personPresence({ ...at, nonInteractive: true })).toEqual({
      present: false,
      reason: "NON_INTERACTIVE"
    })
    expect(personPresence({ ...at, stdin: { fd: file }, nonInteractive: false })).toEqual({
      present: false,
      reason: "STDIN_NOT_A_TERMINAL"
    })
    expect(personPresence({ ...at, stdout: { fd: file }, nonInteractive: false })).toEqual({
      present: false,
      reason: "STDOUT_NOT_A_TERMINAL"
    })
  })

  it("asks the descriptor and believes no property: isTTY is writable, and a stream without a descriptor is no terminal", () => {
    const claims = { isTTY: true, fd: file }
    expect(personPresence({ stdin: claims, stdout: claims, nonInteractive: false }).present).toBe(false)
    const silent = { fd: terminal, isTTY: false }
    expect(personPresence({ stdin: silent, stdout: silent, nonInteractive: false }).present).toBe(true)
    for (const none of [{}, { isTTY: true }, { fd: -1 }, { fd: 9_999 }, { fd: Number.NaN }])
      expect(personPresence({ stdin: none, stdout: silent, nonInteractive: false }).present).toBe(false)
  })

  it("is the same whatever the environment says", () => {
    const names = ["CI", "YES", "FORCE", "NO_CONFIRM", "DEBIAN_FRONTEND", "TERM", "FORCE_TTY", "NODE_ENV"]
    const before = names.map((name) => process.env[name])
    try {
      for (const value of ["1", "true", "dumb", "noninteractive"]) {
        for (const name of names) process.env[name] = value
        const at = { stdin: { fd: terminal }, stdout: { fd: terminal } }
        expect(personPresence({ ...at, nonInteractive: false }).present).toBe(true)
        expect(personPresence({ ...at, stdin: { fd: file }, nonInteractive: false }).present).toBe(false)
      }
    } finally {
      for (const [index, name] of names.entries()) {
        if (before[index] === undefined) delete process.env[name]
        else process.env[name] = before[index]
      }
    }
  })
})

import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { openTerminal, runPiped, Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import type { AskOutcome } from "../src/index.ts"
import { asker, builtPackage } from "./support/attestation.ts"
import { Conversation, elapsed } from "./support/conversation.ts"

let built: ReturnType<typeof builtPackage>
let folder: string
beforeAll(() => {
  built = builtPackage()
  folder = mkdtempSync(join(tmpdir(), "asked-"))
})
afterAll(() => {
  built.remove()
  rmSync(folder, { recursive: true })
})

const quoted = (steps: readonly object[]): string => `node ${asker} '${JSON.stringify(steps)}'`
const environment = (more: Readonly<Record<string, string>> = {}): Record<string, string | undefined> => ({
  PATH: process.env["PATH"],
  ATTESTATION: built.path,
  ...more
})
const unavailable = (reason: string): AskOutcome => ({ _tag: "Unavailable", reason }) as AskOutcome

describe("stdin", () => {
  it("that someone else is reading makes the terminal unavailable, and nothing is drawn", async () => {
    for (const before of ["reading", "readable", "readline", "destroyed"]) {
      const conversation = Conversation.start(built, [{ before }])
      expect(await conversation.told("OUTCOME")).toEqual(unavailable("TERMINAL_UNAVAILABLE"))
      expect(conversation.terminal.screen).not.toContain("| Approve")
      conversation.terminal.hangUp()
    }
  })

  it("that an earlier readline has closed is free, and is usable again after the question", async () => {
    const conversation = Conversation.start(built, [
      { before: "closedReadline", after: "readline", listeners: true }
    ])
    await conversation.terminal.waitFor("name? ")
    conversation.terminal.type("me\r")
    await conversation.mark()
    conversation.terminal.type("D-42\r")
    await conversation.terminal.waitFor("next? ")
    conversation.terminal.type("more\r")
    expect(await conversation.told("LINE")).toBe("more")
    expect((await conversation.told<AskOutcome>("OUTCOME"))._tag).toBe("Confirmed")
    expect(await conversation.terminal.ended).toEqual({ exitCode: 0 })
  })

  it("that decodes to strings, or is paused by another part of the program meanwhile, is still heard", async () => {
    const conversation = Conversation.start(built, [
      { before: "encoding", request: { expected: "é1", alphabet: "any" } },
      { before: "pausing" }
    ])
    expect((await conversation.answer("é1\r"))._tag).toBe("Confirmed")
    await conversation.mark()
    await elapsed(300)
    conversation.terminal.type("D-42\r")
    expect((await conversation.told<AskOutcome>("OUTCOME"))._tag).toBe("Confirmed")
    expect(await conversation.terminal.ended).toEqual({ exitCode: 0 })
  })
})

describe("afterwards", () => {
  it("no listener is left anywhere, and the process ends by itself", async () => {
    const steps = Array.from({ length: 3 }, () => ({ listeners: true }))
    const conversation = Conversation.start(built, steps)
    for (const typed of ["D-42\r", "no\r", "\u0003"]) {
      await conversation.mark()
      conversation.terminal.type(typed)
      const { had, has } = await conversation.told<{ had: object; has: object }>("LISTENERS")
      expect(has).toEqual(had)
    }
    expect(await conversation.terminal.ended).toEqual({ exitCode: 0 })
  })
})

describe("a terminal that goes away", () => {
  // Of the exit code nothing can be said: Node aborts at its exit when the terminal is gone, whatever the program did.
  it.each(["at the mark", "before the mark"])(
    "%s interrupts, and the program goes on to its end",
    async (when) => {
      const file = join(folder, when)
      const conversation = Conversation.start(built, [{}], { env: { OUTCOMES: file } })
      if (when === "at the mark") await conversation.mark()
      else await conversation.terminal.waitFor("D-42\n\n")
      conversation.terminal.hangUp()
      await conversation.terminal.ended
      expect(readFileSync(file, "utf8")).toMatch(
        /OUTCOME \{"_tag":"Interrupted","signal":"SIGHUP"\}\nDONE null\n$/u
      )
    }
  )

  it("before the program asks never ends in a confirmation", async () => {
    const file = join(folder, "busy")
    const conversation = Conversation.start(built, [{ before: "busy" }], { env: { OUTCOMES: file } })
    await conversation.told("PID")
    conversation.terminal.type("D-42\r")
    conversation.terminal.hangUp()
    await conversation.terminal.ended
    expect(readFileSync(file, "utf8")).not.toContain("Confirmed")
  })

  it("interrupts a program that ignores SIGHUP, as under nohup", async () => {
    const file = join(folder, "nohup")
    const terminal = Terminal.start(["sh", "-c", `trap '' HUP; exec ${quoted([{}])}`], {
      env: environment({ OUTCOMES: file })
    })
    await terminal.waitFor(/\n> $/u)
    terminal.hangUp()
    await terminal.ended
    expect(readFileSync(file, "utf8")).toContain('OUTCOME {"_tag":"Interrupted","signal":"SIGHUP"}')
  })
})

describe("a terminal that refuses", () => {
  it("raw mode, as it does to a background job whose shell is gone, is unavailable", async () => {
    const file = join(folder, "orphan")
    const job = `(${quoted([{}])} >/dev/tty 2>&1 </dev/tty &)`
    const terminal = Terminal.start(["bash", "--norc", "--noediting", "-i"], {
      env: environment({ OUTCOMES: file, PS1: "ready$ " })
    })
    await terminal.waitFor("ready$ ")
    terminal.enter(`bash -c 'set -m; ${job.replaceAll("'", `'"'"'`)}'`)
    await terminal.waitFor("DONE")
    expect(readFileSync(file, "utf8")).toContain(
      'OUTCOME {"_tag":"Unavailable","reason":"TERMINAL_UNAVAILABLE"}'
    )
    terminal.hangUp()
  })

  it("to be opened by Node (ERR_TTY_INIT_FAILED) is unavailable", async () => {
    const conversation = Conversation.start(built, [{ streams: "failing" }])
    expect(await conversation.told("OUTCOME")).toEqual(unavailable("TERMINAL_UNAVAILABLE"))
    expect(await conversation.terminal.ended).toEqual({ exitCode: 0 })
  })
})

describe("Ctrl-Z where there is no shell to return to", () => {
  it("asks again", async () => {
    const conversation = Conversation.start(built, [{}])
    await conversation.mark()
    conversation.terminal.type("D-4\u001a")
    expect(await conversation.mark()).toContain("| Approve decision D-42?")
    conversation.terminal.type("D-42\r")
    expect(await conversation.told("OUTCOME")).toMatchObject({
      _tag: "Confirmed",
      record: { circumstances: { asked: 2 } }
    })
    expect(await conversation.terminal.ended).toEqual({ exitCode: 0 })
  })
})

describe("no terminal", () => {
  it("on stdin or stdout means no question, and piped bytes stay unread", async () => {
    const piped = await runPiped(["sh", "-c", `printf 'D-42\\nrest' | (${quoted([{}])}; cat)`], {
      env: environment()
    })
    expect(piped.stdout).toContain('OUTCOME {"_tag":"Unavailable","reason":"STDIN_NOT_A_TERMINAL"}')
    expect(piped.stdout).toMatch(/DONE null\nD-42\nrest$/u)
    const terminal = Terminal.start(["sh", "-c", `${quoted([{}])} | cat; ${quoted([{}])} </dev/null`], {
      env: environment()
    })
    await terminal.ended
    expect(terminal.screen).toContain('{"_tag":"Unavailable","reason":"STDOUT_NOT_A_TERMINAL"}')
    expect(terminal.screen).toContain('{"_tag":"Unavailable","reason":"STDIN_NOT_A_TERMINAL"}')
    expect(terminal.screen).not.toContain("| Approve")
  })
})

describe("what is drawn", () => {
  it("goes to stderr, or to stdout when stderr is a file, past any replaced write and any cork", async () => {
    const both = Conversation.start(built, [
      { before: "jsonMode", after: "restore" },
      { before: "corked", after: "restore" }
    ])
    expect(await both.mark()).toContain("| Approve decision D-42?")
    both.terminal.type("D-42\r")
    expect(await both.told("OUTCOME")).toMatchObject({ record: { circumstances: { drawn_on: "stderr" } } })
    expect(await both.mark()).toContain("| Approve decision D-42?")
    both.terminal.type("D-42\r")
    await both.terminal.ended
    const file = new Conversation(
      Terminal.start(["sh", "-c", `${quoted([{ before: "jsonMode", after: "restore" }])} 2>/dev/null`], {
        env: environment()
      })
    )
    expect(await file.mark()).toContain("| Approve decision D-42?")
    file.terminal.type("D-42\r")
    expect(await file.told("OUTCOME")).toMatchObject({ record: { circumstances: { drawn_on: "stdout" } } })
  })

  it("stays off a stdout that is another terminal, and the record says when the question was not where one types", async () => {
    const other = openTerminal()
    const conversation = new Conversation(
      Terminal.start(["sh", "-c", `${quoted([{}])} >${other.path}; ${quoted([{}])} 2>${other.path}`], {
        env: environment()
      })
    )
    expect(await conversation.mark()).toContain("| Approve decision D-42?")
    const drawnHere = conversation.terminal.raw.length
    conversation.terminal.type("D-42\r")
    await until(
      () =>
        other.output().includes('"drawn_on":"stderr"') && other.output().includes('"drawn_elsewhere":false')
    )
    expect(other.output()).not.toContain("| Approve")
    await until(() => other.output().includes("\n> "))
    conversation.terminal.type("D-42\r")
    await conversation.terminal.ended
    expect(conversation.terminal.raw.slice(drawnHere)).not.toContain("| Approve")
    expect(conversation.terminal.screen).toContain('"drawn_elsewhere":true')
    other.close()
  })
})

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

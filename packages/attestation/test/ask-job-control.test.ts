import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import type { AskOutcome } from "../src/index.ts"
import { builtPackage } from "./support/attestation.ts"
import { elapsed } from "./support/conversation.ts"
import { Shell } from "./support/shell.ts"

let built: ReturnType<typeof builtPackage>
let shell: Shell
let modes: string
beforeAll(async () => {
  built = builtPackage()
  shell = new Shell(built)
  await shell.prompt()
  // SIGQUIT must not leave core files behind.
  shell.command("ulimit -c 0; stty sane")
  await shell.prompt()
  modes = await shell.modes()
})
afterAll(() => {
  shell.terminal.hangUp()
  built.remove()
})

describe("the terminal is given back as it was", () => {
  it.each([
    ["the right answer", "D-42\r", "Confirmed"],
    ["a mismatch", "no\r", "Mismatch"],
    ["Ctrl-D", "\u0004", "Mismatch"],
    ["Ctrl-C", "D-\u0003", "Interrupted"]
  ])("after %s, before the program goes on and when it has ended", async (_, typed, tag) => {
    shell.ask([{ after: "modes" }])
    await shell.mark()
    shell.terminal.type(typed)
    expect(await shell.told("MODES")).toBe(modes)
    expect(await shell.told("OUTCOME")).toMatchObject({ _tag: tag })
    await shell.prompt()
    expect(await shell.exitCode()).toBe(0)
    expect(await shell.modes()).toBe(modes)
  })

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)(
    "after %s, which interrupts with that signal",
    async (signal) => {
      shell.ask([{ after: "modes" }])
      const pid = await shell.told<number>("PID")
      await shell.mark()
      process.kill(pid, signal)
      expect(await shell.told("MODES")).toBe(modes)
      expect(await shell.told("OUTCOME")).toEqual({ _tag: "Interrupted", signal })
      await shell.prompt()
      expect(await shell.modes()).toBe(modes)
    }
  )

  it.each(["the signal", "Ctrl-\\"])(
    "after SIGQUIT by %s, which ends the process as it does everywhere",
    async (by) => {
      const from = shell.terminal.raw.length
      shell.ask([{}])
      const pid = await shell.told<number>("PID")
      await shell.mark()
      if (by === "the signal") process.kill(pid, "SIGQUIT")
      else shell.terminal.type("\u001c")
      expect(await shell.prompt()).not.toContain("OUTCOME")
      expect(await shell.exitCode()).toBe(131)
      expect(shell.terminal.raw.slice(from).split("\u001b[?2004").at(-1)).toMatch(/^l/u)
      expect(await shell.modes()).toBe(modes)
    }
  )

  it("after an exception the caller throws meanwhile, and bracketed paste is off", async () => {
    const from = shell.terminal.raw.length
    shell.ask([{}])
    const pid = await shell.told<number>("PID")
    await shell.mark()
    process.kill(pid, "SIGUSR2")
    expect(await shell.prompt()).toContain("the caller's own fault")
    expect(await shell.exitCode()).toBe(1)
    expect(shell.terminal.raw.slice(from).split("\u001b[?2004").at(-1)).toMatch(/^l/u)
    expect(await shell.modes()).toBe(modes)
  })

  it("after process.exit meanwhile, on a fresh line and with bracketed paste off", async () => {
    const from = shell.terminal.raw.length
    shell.ask([{ exitAfter: 400 }])
    await shell.mark()
    shell.terminal.type("D-4")
    expect(await shell.prompt()).toMatch(/^D-4\nready\$ $/u)
    expect(await shell.exitCode()).toBe(7)
    expect(shell.terminal.raw.slice(from).split("\u001b[?2004").at(-1)).toMatch(/^l/u)
    expect(await shell.modes()).toBe(modes)
  })

  it("in raw mode, when the caller had it in raw mode", async () => {
    shell.ask([{ before: "raw", after: "rawness" }])
    await shell.mark()
    shell.terminal.type("D-42\r")
    expect(await shell.told("RAW")).toBe(true)
    await shell.prompt()
    expect(await shell.modes()).toBe(modes)
  })
})

describe("Ctrl-Z", () => {
  beforeEach(async () => {
    shell.ask([{}])
    const drawn = await shell.mark()
    expect(drawn).toContain("| Approve decision D-42?")
    shell.terminal.type("D-4\u001a")
    expect(await shell.prompt()).toContain("Stopped")
  })

  it("stops the job and gives the terminal back meanwhile; fg draws the question again, without what was typed", async () => {
    expect(await shell.modes()).toBe(modes)
    shell.command("fg")
    expect(await shell.mark()).toMatch(/\| Approve decision D-42\?\n\nTo confirm[^]+\nD-42\n\n> $/u)
    shell.terminal.type("2\r")
    expect(await shell.told("OUTCOME")).toMatchObject({ _tag: "Mismatch", difference: { kind: "other" } })
    await shell.prompt()
    expect(await shell.modes()).toBe(modes)
  })

  it("can be followed by the right answer, and the record says how often it was asked", async () => {
    shell.command("fg")
    const outcome = await shell.answer("D-42\r")
    expect(outcome).toMatchObject({ _tag: "Confirmed", record: { circumstances: { asked: 2 } } })
    await shell.prompt()
    expect(await shell.modes()).toBe(modes)
  })

  it("can be repeated, and Ctrl-C works afterwards", async () => {
    for (let round = 0; round < 2; round += 1) {
      shell.command("fg")
      await shell.mark()
      shell.terminal.type("\u001a")
      await shell.prompt()
    }
    shell.command("fg")
    expect((await shell.answer("\u0003"))._tag).toBe("Interrupted")
    await shell.prompt()
    expect(await shell.modes()).toBe(modes)
  })

  it("can be followed by a signal that ends the stopped job", async () => {
    shell.command("kill %1; fg")
    expect(await shell.told("OUTCOME")).toEqual({ _tag: "Interrupted", signal: "SIGTERM" })
    await shell.prompt()
    expect(await shell.modes()).toBe(modes)
  })
})

describe("a job of several processes", () => {
  it("is stopped as a whole by Ctrl-Z, as under npm exec", async () => {
    shell.ask([{}], (command) => `sh -c '${command.replaceAll("'", `'"'"'`)}; echo outer $?'`)
    await shell.mark()
    shell.terminal.type("\u001a")
    expect(await shell.prompt()).toContain("Stopped")
    shell.command("fg")
    expect((await shell.answer("D-42\r"))._tag).toBe("Confirmed")
    expect(await shell.prompt()).toContain("outer 0")
    expect(await shell.modes()).toBe(modes)
  })
})

describe("stopped from outside", () => {
  it("with SIGTSTP, twice, it gives the terminal back each time and asks again when it is continued", async () => {
    const from = shell.terminal.raw.length
    shell.ask([{}])
    const pid = await shell.told<number>("PID")
    for (let round = 0; round < 2; round += 1) {
      expect(await shell.mark()).toContain("| Approve decision D-42?")
      process.kill(pid, "SIGTSTP")
      expect(await shell.prompt()).toContain("Stopped")
      expect(shell.terminal.raw.slice(from).split("\u001b[?2004").at(-1)).toMatch(/^l/u)
      expect(await shell.modes()).toBe(modes)
      shell.command("fg")
    }
    expect((await shell.answer("D-42\r"))._tag).toBe("Confirmed")
    await shell.prompt()
    expect(await shell.modes()).toBe(modes)
  })

  it("with SIGSTOP, which it cannot know of, it takes the terminal anew when it is continued", async () => {
    shell.ask([{}])
    const pid = await shell.told<number>("PID")
    await shell.mark()
    process.kill(pid, "SIGSTOP")
    await shell.prompt()
    shell.command("stty sane")
    await shell.prompt()
    shell.command("fg")
    expect(await shell.mark()).toContain("| Approve decision D-42?")
    shell.terminal.type("D-2\u001b[D4\r")
    expect((await shell.told<AskOutcome>("OUTCOME"))._tag).toBe("Confirmed")
    // A terminal that was not in raw mode would have shown the key.
    expect(await shell.prompt()).not.toContain("^[[D")
    expect(shell.terminal.screen).not.toContain("^[[D")
    expect(await shell.modes()).toBe(modes)
  })
})

describe("started in the background", () => {
  it("it stops before it has drawn anything, and asks after fg", async () => {
    shell.ask([{}], (command) => `${command} &`)
    let seen = await shell.prompt()
    while (!seen.includes("Stopped")) {
      await elapsed(100)
      shell.command("jobs")
      seen += await shell.prompt()
    }
    expect(seen).not.toContain("| Approve")
    shell.command("fg")
    expect((await shell.answer("D-42\r"))._tag).toBe("Confirmed")
    await shell.prompt()
    expect(await shell.modes()).toBe(modes)
  })
})

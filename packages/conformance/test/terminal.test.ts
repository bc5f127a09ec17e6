import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it, vi } from "vitest"

import { openTerminal, runPiped, Terminal } from "../src/index.ts"

const node = process.execPath
const script = (source: string): readonly string[] => [node, "-e", source]

describe("Terminal", () => {
  it("is a terminal on all three streams and the controlling terminal of the program's own session", async () => {
    const terminal = Terminal.start(
      script(`const fs = require("node:fs"), tty = require("node:tty")
        const through = fs.openSync("/dev/tty", "r+")
        fs.writeSync(through, "through /dev/tty " + [0, 1, 2].every((fd) => tty.isatty(fd)) + "\\n")`)
    )
    await terminal.waitFor("through /dev/tty true")
    expect(await terminal.ended).toEqual({ exitCode: 0 })
    const leader = Terminal.start(["sh", "-c", "ps -o sid= -p $$; echo $$"])
    await leader.ended
    const [session, process] = leader.screen.split("\n").map((line) => line.trim())
    expect(session).toBe(process)
  })

  it("settles ended only after the last of 1 MB of output, even when this process is slow to read", async () => {
    const terminal = Terminal.start(script(`process.stdout.write("x".repeat(1e6) + "END")`))
    // A busy reader is what makes the library's own exit event overtake the data. It is the condition under test.
    const busy = setInterval(() => {
      const until = Date.now() + (terminal.raw.length > 950_000 ? 60 : 0)
      while (Date.now() < until);
    }, 1)
    expect(await terminal.ended).toEqual({ exitCode: 0 })
    clearInterval(busy)
    expect(terminal.raw).toHaveLength(1e6 + 3)
    expect(terminal.raw.endsWith("END")).toBe(true)
    expect(terminal.screen).toBe(terminal.raw)
  })

  it("settles ended when a program left in the background keeps the terminal open", async () => {
    const terminal = Terminal.start(["sh", "-c", "trap '' HUP; sleep 5 & echo $!; echo done"])
    expect(await terminal.ended).toEqual({ exitCode: 0 })
    expect(terminal.screen).toContain("done")
    process.kill(Number.parseInt(terminal.screen, 10))
  })

  it("passes the exact environment, with TERM and PWD added", async () => {
    const terminal = Terminal.start(["/usr/bin/env"], { env: { A: "1", B: undefined }, cwd: "/" })
    await terminal.ended
    expect(terminal.raw.trim().split("\r\n").toSorted()).toEqual(["A=1", "PWD=/", "TERM=xterm-256color"])
  })

  it("passes the exact environment also while another terminal is open, and no shell's start-up file runs", async () => {
    const home = mkdtempSync(join(tmpdir(), "byhand-home-"))
    writeFileSync(join(home, ".bashrc"), "echo sourced; export SOURCED=1")
    const env = { HOME: home, BASH_ENV: join(home, ".bashrc"), A: "1 2", TERM: "dumb" }
    const expected = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    const other = Terminal.start(["cat"])
    const terminal = Terminal.start(["/usr/bin/env"], { env, cwd: "/" })
    await terminal.ended
    expect(terminal.raw.trim().split("\r\n").toSorted()).toEqual([...expected, "PWD=/"].toSorted())
    // A socket at stdin is what makes bash take a start-up file for its own.
    const piped = await runPiped(["/usr/bin/env"], { env, stdin: "" })
    expect(piped.stdout.trim().split("\n").toSorted()).toEqual(expected.toSorted())
    other.hangUp()
    await other.ended
    rmSync(home, { recursive: true })
  })

  it("inherits this process's environment, less NODE_EXTRA_CA_CERTS, when none is given", async ({
    onTestFinished
  }) => {
    // The process goes on to the tests of other files, and what they start is not to have these.
    onTestFinished(() => void vi.unstubAllEnvs())
    vi.stubEnv("BYHAND_TEST_INHERITED", "yes")
    vi.stubEnv("NODE_EXTRA_CA_CERTS", "/dev/null")
    const terminal = Terminal.start(["/usr/bin/env"])
    await terminal.ended
    expect(terminal.raw).toContain("BYHAND_TEST_INHERITED=yes")
    expect(terminal.raw).not.toContain("NODE_EXTRA_CA_CERTS")
  })

  it("types, presses Enter, and waits for what comes after an offset", async () => {
    const terminal = Terminal.start(["sh", "-c", 'while read -r line; do echo "got <$line>"; done'])
    terminal.enter("one")
    await terminal.waitFor("got <one>")
    const from = terminal.raw.length
    terminal.type("tw")
    terminal.enter("o")
    const seen = await terminal.waitFor(/got <\w+>/g, { from })
    expect(seen).not.toContain("got <one>")
    expect(seen).toContain("got <two>")
    terminal.type("\u0004")
    expect(await terminal.ended).toEqual({ exitCode: 0 })
  })

  it("says a signal as 128 and its number: Ctrl-C, kill, and a terminal that goes away", async () => {
    const interrupted = Terminal.start(["sh", "-c", "echo ready; exec sleep 20"])
    await interrupted.waitFor("ready")
    interrupted.type("\u0003")
    expect(await interrupted.ended).toEqual({ exitCode: 130, signal: 2 })
    const killed = Terminal.start(["sh", "-c", "echo ready; exec sleep 20"])
    await killed.waitFor("ready")
    killed.kill("SIGTERM")
    expect(await killed.ended).toEqual({ exitCode: 143, signal: 15 })
  })

  it("hangs up for real: SIGHUP and the end of input, also when terminals and pipes were opened after it", async () => {
    // Not a Node program: Node aborts when it ends after its terminal went away.
    const hung = Terminal.start([
      "sh",
      "-c",
      "trap 'hup=33' HUP; echo ready; read -r line; read -r line && exit 55; exit ${hup:-44}"
    ])
    await hung.waitFor("ready")
    const later = Terminal.start(["cat"])
    const piped = runPiped(["sleep", "1"])
    hung.hangUp()
    expect(await hung.ended).toEqual({ exitCode: 33 })
    expect((await piped).exitCode).toBe(0)
    later.hangUp()
    expect(await later.ended).toEqual({ exitCode: 129, signal: 1 })
  })

  it("tells the program its size, and a new one", async () => {
    const terminal = Terminal.start(
      script(`const say = () => console.log(process.stdout.columns + "x" + process.stdout.rows)
        say(); process.stdout.once("resize", () => { say(); process.exit() }); process.stdin.resume()`),
      { columns: 100, rows: 30 }
    )
    await terminal.waitFor("100x30")
    terminal.resize(60, 10)
    await terminal.waitFor("60x10")
    expect(await terminal.ended).toEqual({ exitCode: 0 })
  })

  it("rejects a wait with what was on the screen, when the time is over and when the program ended", async () => {
    const terminal = Terminal.start(["sh", "-c", "echo first; read -r line; exit 7"])
    await terminal.waitFor("first")
    await expect(terminal.waitFor("never", { timeoutMs: 50 })).rejects.toThrow(
      /50 ms went by.*still runs.*first/s
    )
    const waiting = expect(terminal.waitFor("never")).rejects.toThrow(
      /the program ended.*exit code 7.*first/s
    )
    terminal.enter()
    await waiting
    await expect(terminal.waitFor("never")).rejects.toThrow("the program ended")
    await expect(terminal.waitFor("first")).resolves.toContain("first")
  })

  it("says on the screen that a program does not exist, and refuses an empty command", async () => {
    const terminal = Terminal.start(["/nowhere/byhand-no-such-program"])
    expect((await terminal.ended).exitCode).not.toBe(0)
    expect(terminal.screen).toContain("No such file")
    expect(() => Terminal.start([])).toThrow(TypeError)
  })
})

describe("openTerminal", () => {
  it("collects what a program writes to its path, over more than one writer, and is a terminal to it", async () => {
    const other = openTerminal()
    const command = ["sh", "-c", `for word in one two; do (test -t 1 && echo $word) >${other.path}; done`]
    expect((await runPiped(command)).exitCode).toBe(0)
    await expect.poll(() => other.output()).toBe("one\r\ntwo\r\n")
    other.close()
  })
})

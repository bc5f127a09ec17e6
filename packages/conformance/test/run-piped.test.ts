import { describe, expect, it } from "vitest"

import { runPiped } from "../src/index.ts"

const node = process.execPath

describe("runPiped", () => {
  it("gives exit code, both outputs and the time", async () => {
    const result = await runPiped(["sh", "-c", "echo out; echo err >&2; exit 3"])
    expect(result).toMatchObject({ exitCode: 3, signal: null, stdout: "out\n", stderr: "err\n" })
    expect(result.durationMs).toBeGreaterThan(0)
  })

  it("gives stdin as /dev/null, as nothing, or as a pipe with the bytes asked for", async () => {
    const look = ["sh", "-c", "test -e /proc/self/fd/0 && readlink /proc/self/fd/0 | cut -d: -f1; cat 2>&1"]
    const linux = process.platform === "linux"
    if (linux) expect((await runPiped(look)).stdout).toBe("/dev/null\n")
    expect((await runPiped(["cat"], { stdin: "D-42\n" })).stdout).toBe("D-42\n")
    expect((await runPiped(["cat"], { stdin: "" })).stdout).toBe("")
    const closed = await runPiped(["sh", "-c", "cat"], { stdin: "closed" })
    expect(closed.exitCode).not.toBe(0)
  })

  it("has no terminal anywhere, not even at /dev/tty", async () => {
    const result = await runPiped(["sh", "-c", "test -t 0 || test -t 1 || test -t 2 || : </dev/tty"])
    expect(result.exitCode).not.toBe(0)
  })

  it("passes the exact environment and the folder", async () => {
    const result = await runPiped(["/usr/bin/env"], { env: { A: "1", B: undefined } })
    expect(result.stdout).toBe("A=1\n")
    expect((await runPiped(["pwd"], { cwd: "/" })).stdout).toBe("/\n")
  })

  it("says a signal as 128 and its number", async () => {
    expect(await runPiped(["sh", "-c", "kill -TERM $$"])).toMatchObject({ exitCode: 143, signal: "SIGTERM" })
  })

  it("passes 1 MB both ways, and does not mind a program that reads nothing", async () => {
    const million = "x".repeat(1e6)
    expect((await runPiped(["cat"], { stdin: million })).stdout).toHaveLength(1e6)
    expect((await runPiped(["true"], { stdin: million })).exitCode).toBe(0)
  })

  it("ends a program and its children when the time is over, and shows the output", async () => {
    const late = runPiped(["sh", "-c", "echo seen; sleep 30 & wait"], { timeoutMs: 200 })
    await expect(late).rejects.toThrow(/still ran after 200 ms.*seen/)
  })

  it("rejects with a sentence when the program does not exist, and refuses an empty command", async () => {
    await expect(runPiped(["/nowhere/byhand-no-such-program"])).rejects.toThrow("could not be started")
    expect(() => runPiped([])).toThrow(TypeError)
    expect((await runPiped([node, "-p", "1"])).stdout).toBe("1\n")
  })
})

import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, readFileSync } from "node:fs"
import { runPiped, Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "../support/envelope-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { Entry, GateHost } from "../support/gate-host.ts"
import { shareOf } from "../support/share-of.ts"

const hosts: readonly (readonly [4 | 5, Entry, number])[] = [
  [4, "plain", 0],
  [5, "plain", 1],
  [5, "launched", 2]
]
const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129]
] as const
const late = ["end ten-megabytes", "end ten-megabytes-cancellable"]
const unread = [
  ["a result", "end ten-megabytes", 0],
  ["a failure", "end this-error-7", 7],
  ["what it logs", "prints", 0],
  ["help", "--help", 0],
  ["its version", "--version", 0]
] as const

describe.each(hosts)("a call that is interrupted, in oclif %i with bin/%s.js", (major, entry, at) => {
  let host: GateHost
  beforeAll(() => {
    host = fixtureHost(major, "envelope-cli")
  })
  afterAll(() => host?.remove())

  /** Runs a command off a terminal, and sends it signals once it waits. */
  async function interrupted(args: readonly string[], ...sent: readonly NodeJS.Signals[]) {
    const { env } = host.run()
    const [node = "", ...words] = host.command(entry, args)
    const child = spawn(node, words, { env, cwd: host.root, stdio: ["ignore", "pipe", "pipe"] })
    let [stdout, stderr] = ["", ""]
    child.stdout.on("data", (text) => (stdout += String(text)))
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
    await new Promise<void>((resolve) => {
      child.stderr.on("data", (text) => {
        stderr += String(text)
        if (stderr.includes("waiting")) resolve()
      })
    })
    const began = performance.now()
    for (const signal of sent) {
      child.kill(signal)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    const exitCode = await ended
    const deeds = existsSync(env.GATE_DEEDS) ? readFileSync(env.GATE_DEEDS, "utf8") : ""
    return { exitCode, stdout, stderr, deeds, took: performance.now() - began }
  }

  /** Runs a command off a terminal, and sends it signals while its reader has taken no more than the beginning of the document. */
  async function signalledLate(args: readonly string[], sent: readonly NodeJS.Signals[]) {
    const [node = "", ...words] = host.command(entry, args)
    const { env } = host.run()
    const child = spawn(node, words, { env, cwd: host.root, stdio: ["ignore", "pipe", "pipe"] })
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve))
    child.stderr.resume()
    await once(child.stdout, "readable")
    for (const signal of sent) child.kill(signal)
    const stdout = (await child.stdout.toArray()).join("")
    return { exitCode: await ended, stdout }
  }

  it.concurrent.each(signals)("leaves one document after %s", async (signal, exit) => {
    const { exitCode, stdout } = await interrupted(["wait"], signal)
    const { data, error, meta } = envelopeOf(stdout)
    expect([exitCode, meta.exit_code, error?.code, error?.retryable]).toEqual([
      exit,
      exit,
      "CANCELLED",
      false
    ])
    expect([data, error?.context]).toEqual([{ partial: true }, { signal }])
  })

  it.concurrent("may clean up, and ends as cancelled whatever its command returns", async () => {
    const { exitCode, stdout, deeds } = await interrupted(["wait", "--clean"], "SIGINT")
    const { data, error } = envelopeOf(stdout)
    expect([exitCode, error?.code, data]).toEqual([130, "CANCELLED", { partial: true }])
    expect(deeds).toBe("cleaned up after CANCELLED\n")
  })

  // How long it is waited for, and that a terminal changes nothing of it, the plugin and the launcher decide, and no oclif.
  if (major === 5) {
    it.concurrent("is not waited for longer than a moment, and no longer when a second signal comes", async () => {
      const [patient, impatient] = await Promise.all([
        interrupted(["wait", "--forever"], "SIGTERM"),
        interrupted(["wait", "--forever"], "SIGINT", "SIGINT")
      ])
      expect([patient.exitCode, envelopeOf(patient.stdout).error?.code]).toEqual([143, "CANCELLED"])
      expect([impatient.exitCode, envelopeOf(impatient.stdout).error?.code]).toEqual([130, "CANCELLED"])
      expect(impatient.took).toBeLessThan(patient.took)
    })

    it.concurrent("may clean up at a terminal too, after Ctrl-C", async () => {
      const { env, deeds } = host.run()
      const terminal = Terminal.start(host.command(entry, ["wait", "--clean"]), { env, cwd: host.root })
      await terminal.waitFor("waiting")
      terminal.type("\u0003")
      expect((await terminal.ended).exitCode).toBe(130)
      expect(deeds()).toEqual(["cleaned up after CANCELLED"])
      expect(terminal.screen).not.toContain('"ok"')
    })
  }

  it.concurrent.each(shareOf(late, at))(
    "changes nothing of the document that is on its way, nor of its exit code: %s",
    async (line) => {
      const { exitCode, stdout } = await signalledLate(line.split(" "), ["SIGINT", "SIGTERM"])
      const { ok, data, meta } = envelopeOf(stdout)
      expect([exitCode, ok, meta.exit_code]).toEqual([0, true, 0])
      expect((data as { text: string }).text).toHaveLength(10 * 1024 * 1024)
    }
  )

  it.concurrent.each(shareOf(unread, at, 3))(
    "keeps its exit code when the reader of %s goes away",
    async (_, line, exit) => {
      const { env } = host.run()
      const script = `{ "$@"; echo exit $? >&2; } | head -c 1`
      const command = host.command(entry, line.split(" "))
      const { stderr } = await runPiped(["sh", "-c", script, "sh", ...command], { env, cwd: host.root })
      expect(stderr).toMatch(new RegExp(`exit ${exit}\n$`))
      expect(stderr).not.toContain("EPIPE")
    }
  )
})

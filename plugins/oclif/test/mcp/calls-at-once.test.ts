import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { success } from "@byhand/envelope"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { callTool } from "../../src/mcp/call-tool.ts"
import { type CommandTool, toolsOf } from "../../src/mcp/tools.ts"
import { Turns } from "../../src/mcp/turns.ts"
import { cachedHost } from "../support/cached-host.ts"

const most = 3

/** Real processes, of a program that needs no oclif: a shell that says which word it was given. */
describe("calls that are made at once", () => {
  let folder = ""
  let tool: CommandTool
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "byhand-calls-"))
    const host = cachedHost({ echo: { args: { word: { name: "word", required: true } } } })
    tool = toolsOf(await host.config(4)).get("echo") as CommandTool
    host.remove()
    const envelope = JSON.stringify(success({ word: "WORD" }, { durationMs: 0, meta: { command: "echo" } }))
    const [before, after] = envelope.split("WORD")
    // The first go on once as many have begun as may run: however slowly they are started, they run beside each other.
    writeFileSync(
      join(folder, "tool"),
      `echo + >>"$0.log"
      case "$3" in word-[0-${most - 1}]) until [ "$(grep -c + "$0.log")" -ge ${most} ]; do sleep 0.01; done ;; esac
      sleep 0.01
      printf '%s%s%s\\n' '${before}' "$3" '${after}'
      echo - >>"$0.log"\n`
    )
  })
  beforeEach(() => writeFileSync(join(folder, "tool.log"), ""))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  /** When a program began and ended, `+` and `-`, in order. */
  const log = () => readFileSync(join(folder, "tool.log"), "utf8").split("\n").filter(Boolean)

  function call(word: string, turns: Turns, signal = new AbortController().signal) {
    const start: [string, string] = ["/bin/sh", join(folder, "tool")]
    const options = { timeoutMs: 60_000, signal, onLine: () => {} }
    return turns.take(
      () => callTool(tool, { word }, { start, bin: "tool", topicSeparator: " " }, options),
      signal
    )
  }

  it("are answered, each of a hundred, with what it asked for, and never more of them run than may", async () => {
    const turns = new Turns(most)
    const words = Array.from({ length: 100 }, (_, at) => `word-${at}`)
    const envelopes = await Promise.all(words.map((word) => call(word, turns)))
    expect(envelopes.map(({ ok, data }) => [ok, data])).toEqual(words.map((word) => [true, { word }]))
    let running = 0
    const seen = log().map((mark) => (running += mark === "+" ? 1 : -1))
    expect([seen.length, Math.max(...seen), running]).toEqual([200, most, 0])
  })

  it("start nothing once they are cancelled while they wait, and the others go on", async () => {
    const turns = new Turns(most)
    const stop = new AbortController()
    const calls = Array.from({ length: 12 }, (_, at) =>
      call(`word-${at}`, turns, at >= most && at % 2 === 0 ? stop.signal : undefined)
    )
    stop.abort(new Error("cancelled"))
    const settled = await Promise.allSettled(calls)
    const ended = settled.map((one) => (one.status === "fulfilled" ? one.value.ok : String(one.reason)))
    const isCancelled = (at: number) => at >= most && at % 2 === 0
    expect(ended).toEqual(ended.map((_, at) => (isCancelled(at) ? "Error: cancelled" : true)))
    const started = calls.filter((_, at) => !isCancelled(at)).length
    expect(log().length).toBe(started * 2)
  })
})

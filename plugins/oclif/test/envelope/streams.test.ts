import { spawn } from "node:child_process"
import { createInterface } from "node:readline"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { envelopeOf } from "../support/envelope-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { Entry, GateHost } from "../support/gate-host.ts"
import { executedBy, OneProcess } from "../support/one-process.ts"

// Each oclif is met with the launcher in some files of this folder, and without it in the others.
const hosts: readonly (readonly [4 | 5, Entry])[] = [
  [4, "launched"],
  [5, "plain"]
]

function parsed(text: string): Record<string, unknown>[] {
  return text
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

describe.each(hosts)("a command that yields, in oclif %i with bin/%s.js", (major, entry) => {
  let host: GateHost
  let piped: OneProcess
  beforeAll(async () => {
    host = fixtureHost(major, "contract-cli")
    piped = await OneProcess.offTerminal(host, executedBy(host, entry))
  })
  afterAll(async () => {
    await piped?.end()
    host?.remove()
  })

  /** One of many calls in one process. */
  const call = (line: string) => piped.call(line.split(" "))

  it.concurrent("writes an object to a line, and one last line", async () => {
    const { exitCode, stdout, stderr, deeds } = await host.offTerminal(["streams"], { entry })
    const lines = parsed(stdout)
    expect([exitCode, deeds]).toEqual([0, ["stream closed"]])
    expect(lines.slice(0, -1)).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
    expect(lines.at(-1)).toMatchObject({ _summary: true, _count: 3, exit_code: 0, command: "streams" })
    expect(stderr).toBe("about to yield 1\nabout to yield 2\nabout to yield 3\n")
    expect(parsed((await call("yields-scalars")).stdout).slice(0, -1)).toEqual([
      { value: 1 },
      { value: "two" },
      { value: [3] }
    ])
  })

  it.concurrent("ends with an envelope when it fails", async () => {
    const { exitCode, stdout } = await call("streams --fail")
    const last = stdout.split("\n").at(-2)
    const { error, meta } = envelopeOf(`${last}\n`)
    expect([exitCode, error?.message, meta]).toEqual([
      12,
      "the stream broke",
      expect.objectContaining({ exit_code: 12, items_emitted: 3 })
    ])
    expect(parsed(stdout)).toHaveLength(4)
  })

  it.concurrent("gives one document, or a table, to whoever asks for that", async () => {
    const all = [{ n: 1 }, { n: 2 }, { n: 3 }]
    for (const line of ["streams --format json", "streams --no-stream", "--format json streams"])
      expect(envelopeOf((await call(line)).stdout).data, line).toEqual(all)
    const byVariable = await piped.call(["streams"], { TOOL_FORMAT: "json" })
    expect(envelopeOf(byVariable.stdout).data).toEqual(all)
    expect((await call("streams --format tsv")).stdout).toBe("n\n1\n2\n3\n")
    const shown = await host.atTerminal(["streams", "--count", "2"], { entry })
    expect(shown.screen).toContain("about to yield 1\nnumber 1\nabout to yield 2\nnumber 2")
  })

  /** Reads its lines one by one, and does something after the third. */
  async function read(line: string, then: (child: ReturnType<typeof spawn>) => void) {
    const { env, deeds } = host.run()
    const [node = "", ...words] = host.command(entry, line.split(" "))
    const child = spawn(node, words, { env, cwd: host.root, stdio: ["ignore", "pipe", "pipe"] })
    const ended = new Promise((resolve) => child.once("close", resolve))
    const lines: string[] = []
    let waits = false
    child.stderr.on("data", (text) => {
      if (!waits && String(text).includes("waiting")) then(child)
      waits ||= String(text).includes("waiting")
    })
    createInterface({ input: child.stdout }).on("line", (text) => lines.push(text))
    return { exitCode: await ended, lines, deeds: deeds() }
  }

  it.concurrent("ends with an envelope and 130 when it is cancelled", async () => {
    const { exitCode, lines } = await read("streams --wait", (child) => child.kill("SIGINT"))
    expect([exitCode, lines.slice(0, 3)]).toEqual([130, ['{"n":1}', '{"n":2}', '{"n":3}']])
    const { error, data, meta } = envelopeOf(`${lines.slice(3).join("\n")}\n`)
    expect([error?.code, data, meta.exit_code]).toEqual(["CANCELLED", { partial: true }, 130])
    expect(meta).toMatchObject({ items_emitted: 3 })
  })

  it.concurrent("stops when its reader has seen enough", async () => {
    const { env, deeds } = host.run()
    const words = host.command(entry, ["streams", "--count", "2000000"])
    const script = '"$@" | head -n 2; echo "${PIPESTATUS[0]}"'
    const child = spawn("bash", ["-c", script, "bash", ...words], {
      env,
      cwd: host.root,
      stdio: ["ignore", "pipe", "ignore"]
    })
    let stdout = ""
    child.stdout.on("data", (text) => (stdout += String(text)))
    await new Promise((resolve) => child.once("close", resolve))
    expect(stdout).toBe('{"n":1}\n{"n":2}\n0\n')
    expect(deeds()).toEqual(["stream closed"])
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fixtureHost } from "../support/fixture-host.ts"
import { envelopeOf } from "../support/envelope-of.ts"
import type { GateHost } from "../support/gate-host.ts"
import { shareOf } from "../support/share-of.ts"
import { isAlive, opening, serverProcess, until } from "../support/mcp-client.ts"

const call = (id: number, name: string, given: object = {}) => ({
  id,
  method: "tools/call",
  params: { name, arguments: given }
})

/** The messages of the protocol that stdout carried; fails on anything else. */
function messagesOf(stdout: string): readonly { id?: number; result?: unknown; error?: unknown }[] {
  const lines = stdout.split("\n").filter(Boolean)
  return lines.map((line) => {
    const message = JSON.parse(line) as { jsonrpc: string; id?: number }
    expect(message.jsonrpc).toBe("2.0")
    return message
  })
}

const lastLine = (text: string) => `${text.trimEnd().split("\n").at(-1)}\n`

const signals = [
  ["SIGINT", 130],
  ["SIGTERM", 143]
] as const
const refused = [
  ["--concurrency", "0"],
  ["--concurrency", "many"]
]

describe.each([
  { major: 4, entry: "launched" },
  { major: 5, entry: "plain" }
] as const)("mcp serve in oclif $major, $entry", ({ major, entry }) => {
  let host: GateHost
  beforeAll(() => void (host = fixtureHost(major, "mcp-cli")))
  afterAll(() => host?.remove())

  function start(...args: readonly string[]) {
    const { env, deeds } = host.run()
    return { ...serverProcess(host.command(entry, ["mcp", "serve", ...args]), env), deeds }
  }

  it.concurrent("ends with 0 and not a word when the client closes its end", async () => {
    const server = start()
    server.read()
    server.send(...opening, call(2, "echo", { first: "a" }))
    await until(() => server.said.stdout.includes('"id":2'))
    server.child.stdin.end()
    expect(await server.ended).toEqual({ code: 0, signal: null })
    expect(messagesOf(server.said.stdout).map(({ id }) => id)).toEqual([1, 2])
    expect(server.said.stderr).toBe("")
  })

  it.concurrent.each(shareOf(signals, major))(
    "ends on %s with %i, its calls ended, and the envelope on stderr's last line",
    async (signal, code) => {
      const server = start()
      server.read()
      server.send(...opening, call(2, "tree"))
      await until(() => server.deeds().length === 3)
      const pids = server.deeds().map(Number)
      server.child.kill(signal)
      expect(await server.ended).toEqual({ code, signal: null })
      await until(() => !pids.some((pid) => isAlive(pid)))
      const { error, meta } = envelopeOf(lastLine(server.said.stderr))
      expect([error?.code, meta.exit_code, error?.context]).toEqual(["CANCELLED", code, { signal }])
      expect(messagesOf(server.said.stdout).map(({ id }) => id)).toEqual([1])
    }
  )

  it.concurrent("says on stderr's last line why it cannot serve, and nothing on stdout", async () => {
    for (const args of [["--nope"], ...shareOf(refused, major)]) {
      const server = start(...args)
      server.read()
      expect((await server.ended).code, args.join(" ")).toBe(2)
      expect(server.said.stdout).toBe("")
      expect(envelopeOf(lastLine(server.said.stderr)).error?.code).toBe("INVALID_ARGUMENTS")
    }
  })

  // What runs and what is read is the same code in each.
  if (major === 4) return
  it.concurrent("ends all that runs when the client is gone in the middle of a call", async () => {
    const server = start()
    server.read()
    server.send(...opening, call(2, "tree"), call(3, "odd", { how: "slow" }))
    await until(() => server.deeds().length === 4)
    const pids = server.deeds().map(Number).filter(Boolean)
    server.child.stdin.end()
    expect((await server.ended).code).toBe(0)
    await until(() => !pids.some((pid) => isAlive(pid)))
    expect(messagesOf(server.said.stdout).map(({ id }) => id)).toEqual([1])
  })

  it.concurrent("does not hang on a client that never reads, and starts nothing more for it", async () => {
    const server = start("--concurrency", "2")
    const calls = Array.from({ length: 12 }, (_, at) => call(at + 2, "echo", { first: "x".repeat(60_000) }))
    server.send(...opening, ...calls)
    await server.isReady
    // What a pipe and two streams hold is less than these answers.
    await until(() => server.deeds().length >= 2)
    server.child.stdin.end()
    expect((await server.ended).code).toBe(0)
    expect(server.deeds().length).toBeLessThan(12)
  })

  it.concurrent("answers what is no message inside the protocol, or not at all, and goes on", async () => {
    const server = start()
    server.read()
    server.send(...opening)
    server.child.stdin.write(
      'no JSON\n[]\n{"jsonrpc":"2.0"}\n\n{"jsonrpc":"1.0","id":7,"method":"tools/list"}\n'
    )
    server.send({ id: 8, method: "tools/nope" }, { id: 9, method: "tools/list" })
    await until(() => server.said.stdout.includes('"id":9'))
    server.child.stdin.end()
    expect((await server.ended).code).toBe(0)
    const answers = messagesOf(server.said.stdout)
    expect(answers.find(({ id }) => id === 8)?.error).toMatchObject({ code: -32_601 })
    expect(answers.find(({ id }) => id === 9)?.result).toHaveProperty("tools")
  })
})

import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { coreOf } from "../support/core-of.ts"
import { fixtureHost } from "../support/fixture-host.ts"
import type { GateHost } from "../support/gate-host.ts"
import { type ConnectedClient, connect, isAlive, until } from "../support/mcp-client.ts"
import { shareOf } from "../support/share-of.ts"

const unlisted = ["hidden", "off", "broken-off", "language", "person", "mcp_serve", "nope", "", "echo "]

const ends = [
  ["raw", { ok: false, meta: { exit_code: 7 }, warnings: [{ code: "NO_ENVELOPE" }] }],
  ["logs", { ok: true, data: { how: "logs" } }],
  ["killed", { error: { code: "COMMAND_FAILED", context: { signal: "SIGKILL" } } }],
  ["big", { error: { code: "OUTPUT_TOO_LARGE" } }]
] as const

/** Both ways in: the plugin in a host with oclif's own executable, and the launcher. */
describe.each([
  { major: 4, entry: "launched" },
  { major: 5, entry: "plain" }
] as const)("mcp serve in oclif $major, $entry", ({ major, entry }) => {
  let host: GateHost
  let server: ConnectedClient
  let deeds: () => readonly string[]
  beforeAll(async () => {
    host = fixtureHost(major, "mcp-cli")
    expect(await coreOf(host.root)).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
    const run = host.run()
    deeds = run.deeds
    const words = ["mcp", "serve", "--call-timeout", "60", "--concurrency", "3"]
    server = await connect(host.command(entry, words), run.env)
  })
  afterAll(async () => {
    await server?.client.close()
    host?.remove()
  })

  it("lists every command that a client may call, in order, and says what it is", async () => {
    const { tools } = await server.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(["echo", "odd", "tree", "byhand_check", "manifest"])
    expect(server.client.getServerVersion()).toMatchObject({ name: "served", version: "1.2.3" })
    expect(tools[0]).toMatchObject({
      title: "echo",
      description: "Give back what was given",
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }
    })
  })

  it("answers a call with the command's own envelope, and takes nothing that is given for anything else", async () => {
    const given = {
      first: "--yes",
      name: "$(touch hacked); `id` | cat > out",
      "--name": "--format json",
      tag: ["a b", "-x", "é\n"],
      force: false,
      level: "high",
      arguments: ["--", "echo"]
    }
    const { data, meta } = await server.call("echo", given)
    expect(data).toMatchObject({
      args: { first: given.first, name: given.name },
      flags: { name: given["--name"], tag: given.tag, force: false, level: "high" }
    })
    expect(data["line"].slice(0, 4)).toEqual(["echo", "--no-force", "--level=high", "--name=--format json"])
    expect(meta).toMatchObject({ exit_code: 0, command: "echo", tool_version: "1.2.3" })
  })

  it("answers a call of what it does not list as a tool that does not exist, and runs nothing", async () => {
    const before = deeds().length
    for (const name of unlisted) {
      const call = server.client.callTool({ name, arguments: {} })
      await expect(call, name).rejects.toMatchObject({
        code: -32_602,
        message: expect.stringContaining(`Unknown tool: ${name}`)
      })
    }
    expect(deeds().length).toBe(before)
  })

  it("says of wrong inputs what is wrong, and runs nothing", async () => {
    const before = deeds().length
    const { error, meta } = await server.call("odd", { how: "sideways", extra: 1 })
    expect([meta.exit_code, error?.code]).toEqual([2, "INVALID_ARGUMENTS"])
    expect(error?.["errors"]).toHaveLength(2)
    const long = await server.call("echo", { first: "x".repeat(1024 * 1024) })
    expect([long.meta.exit_code, long.error?.message]).toEqual([
      2,
      expect.stringContaining("longer than this system")
    ])
    expect(deeds().length).toBe(before)
  })

  it.each(shareOf(ends, major))(
    "gives an envelope for whatever a command does instead of writing one: %s",
    async (how, envelope) => {
      expect(await server.call("odd", { how })).toMatchObject(envelope)
    }
  )

  // How a command is run, and ended, is the same code in each.
  if (major === 4) {
    it("runs a command without a terminal, whatever this process has", async () => {
      const { data } = await server.call("odd", { how: "terminal" })
      expect(data).toEqual({ streams: [false, false, false], terminal: false })
    })

    it("tells a client that asks how a call goes on, and ends all that a command started when the call is cancelled", async () => {
      const before = deeds().length
      const told: string[] = []
      const stop = new AbortController()
      const call = server.client.callTool(
        { name: "tree", arguments: {} },
        { signal: stop.signal, onprogress: ({ message = "" }) => void told.push(message) }
      )
      const failed = expect(call).rejects.toThrow()
      await until(() => deeds().length === before + 3 && told.includes("growing"))
      const pids = deeds().slice(before).map(Number)
      expect(pids.every((pid) => isAlive(pid))).toBe(true)
      stop.abort()
      await failed
      await until(() => !pids.some((pid) => isAlive(pid)))
      expect(told[0]).toBe("Running")
      expect((await server.call("echo", { first: "a" })).ok).toBe(true)
    })
  }

  it("wrote nothing to stderr but what commands would", () => {
    expect(server.stderr()).toBe("")
  })
})

describe("the deadline of a call", () => {
  let host: GateHost
  beforeAll(() => void (host = fixtureHost(4, "mcp-cli")))
  afterAll(() => host?.remove())

  it("ends a command that takes too long, with all that it started", async () => {
    const { env, deeds } = host.run()
    const server = await connect(host.command("launched", ["mcp", "serve", "--call-timeout", "3"]), env)
    const { error, meta } = await server.call("tree")
    expect([meta.exit_code, error?.code, error?.["context"]]).toEqual([10, "TIMEOUT", { timeout_ms: 3000 }])
    const pids = deeds().map(Number)
    await until(() => !pids.some((pid) => isAlive(pid)))
    await server.client.close()
  })
})

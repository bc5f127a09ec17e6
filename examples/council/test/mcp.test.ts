import type { ManifestResponse } from "../../../packages/manifest/src/index.ts"
import { existsSync, realpathSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  childrenOf,
  type ConnectedClient,
  connect,
  isAlive,
  opening,
  serverProcess,
  until
} from "../../../plugins/oclif/test/support/mcp-client.ts"
import { shareOf } from "../../../plugins/oclif/test/support/share-of.ts"
import { type Home, InstalledCouncil } from "./support/installed-council.ts"

const serve = ["mcp", "serve", "--concurrency", "3"]

const safe: readonly (readonly [string, object])[] = [
  ["decisions_list", {}],
  ["decisions_show", { id: "D-1" }],
  ["decisions_watch", { once: true }],
  ["byhand_check", {}],
  ["decisions_purge", { id: "D-1", "dry-run": true }]
]
const titles = ["--yes", "--format=plain", "--", "-h", "$(touch hacked); `id` | cat > hacked", "-"]

describe.each([4, 5] as const)("council as an MCP server, in oclif %i, to the official client", (major) => {
  let council: InstalledCouncil
  let home: Home
  let manifest: ManifestResponse
  let server: ConnectedClient
  beforeAll(async () => {
    council = new InstalledCouncil(major)
    home = await council.home("D-1")
    server = await connect([home.bin, ...serve], home.env)
    manifest = (await answered("manifest")).data as ManifestResponse
  })
  afterAll(async () => {
    await server?.client.close()
    council?.remove()
  })

  /** The client itself holds each answer against the output schema of its tool. */
  async function answered(name: string, given = {}) {
    const before = home.bytes
    const envelope = await server.call(name, given)
    const { ok, error, warnings, meta } = envelope
    expect([ok, error, warnings]).toEqual([true, null, []])
    expect([meta.exit_code, meta.command]).toEqual([0, name.replaceAll("_", ".")])
    expect(home.bytes).toEqual(before)
    return envelope
  }

  it("lists what an agent may call, each once, and nothing that is for a person or speaks a protocol", async () => {
    const { tools } = await server.client.listTools()
    const names = tools.map(({ name }) => name)
    const open = Object.keys(manifest.commands).filter((path) => {
      const { requires_person, mcp, subcommands } = manifest.commands[path] ?? {}
      return requires_person !== true && mcp !== false && subcommands === undefined && path !== "mcp.serve"
    })
    expect(names.toSorted()).toEqual(open.map((path) => path.replaceAll(".", "_")).toSorted())
    expect(names).toEqual(expect.arrayContaining(["decisions_list", "decisions_purge", "manifest"]))
    expect(names.filter((name) => /approve|mcp|docs|diff/.test(name))).toEqual([])
  })

  it.each(shareOf(safe, major))("answers a safe call of %s as its schema says", async (name, given) => {
    await answered(name, given)
  })

  it("does not know the tools that a person takes, whatever is given with them, and does nothing", async () => {
    const before = home.bytes
    const persons = Object.keys(manifest.commands).filter(
      (path) => manifest.commands[path]?.requires_person === true
    )
    expect(persons).toContain("decisions.approve")
    const asTools = persons.map((path) => path.replaceAll(".", "_"))
    for (const name of [...asTools, ...persons, "mcp_serve", "decisions.list", "sh", "../decisions_list"]) {
      const call = server.client.callTool({ name, arguments: { id: "D-1", yes: true } })
      await expect(call, name).rejects.toMatchObject({ code: -32_602 })
    }
    expect(home.bytes).toEqual(before)
  })

  it("takes words that look like flags, and a shell's, for the words that they are", async () => {
    for (const title of shareOf(titles, major)) {
      const { ok, data } = await server.call("decisions_propose", { title })
      expect([ok, data?.decision.title], title).toEqual([true, title])
    }
    expect(existsSync("hacked") || existsSync(join(home.folder, "hacked"))).toBe(false)
  })

  it("says of wrong inputs what is wrong, a megabyte of one included, and runs nothing", async () => {
    const before = home.bytes
    const wrong = [
      {},
      { id: { a: 1 } },
      { id: ["D-1", "D-2"] },
      { id: "D-1", yes: true },
      { id: "x".repeat(2 ** 20) }
    ]
    for (const given of wrong) {
      const { error, meta } = await server.call("decisions_show", given)
      expect([meta.exit_code, error?.retryable], JSON.stringify(given).slice(0, 40)).toEqual([2, false])
    }
    expect(home.bytes).toEqual(before)
  })
})

/** How calls are run beside each other, and ended, is the plugin's own code, whatever oclif it runs on. */
describe("the calls that a client makes of council at once", () => {
  let council: InstalledCouncil
  let home: Home
  beforeAll(async () => {
    council = new InstalledCouncil(4)
    home = await council.home("D-1")
  })
  afterAll(() => council?.remove())

  it("are each answered, no more run than may, and one that is cancelled ends with its program", async () => {
    const { client, call } = await connect([home.bin, ...serve], home.env)
    const { pid } = client.transport as unknown as { pid: number }
    const stop = new AbortController()
    const cancelled = client.callTool({ name: "decisions_watch", arguments: {} }, { signal: stop.signal })
    const failed = expect(cancelled).rejects.toThrow()
    await until(() => childrenOf(pid).length === 1)
    const [watching = 0] = childrenOf(pid)
    let most = 0
    const timer = setInterval(() => (most = Math.max(most, childrenOf(pid).length)), 10)
    const ids = Array.from({ length: 8 }, (_, at) => (at % 4 === 0 ? "D-1" : `--no-${at}`))
    const envelopes = await Promise.all(ids.map((id) => call("decisions_show", { id })))
    clearInterval(timer)
    expect(envelopes.map(({ data, error }) => data?.decision.id ?? error?.code)).toEqual(
      ids.map((id) => (id === "D-1" ? id : "NOT_FOUND"))
    )
    expect(most).toBe(3)
    expect(isAlive(watching)).toBe(true)
    stop.abort()
    await failed
    await until(() => !isAlive(watching))
    expect((await call("decisions_list")).ok).toBe(true)
    await client.close()
  })

  // The server is council's own; a program that says what council said of one decision is started for each call in its place.
  it("are each answered, a hundred of them, and never more of their programs run than may", async () => {
    const { stdout } = await home.agent("decisions", "show", "D-1")
    const quick = `${home.folder}-quick.mjs`
    const real = JSON.stringify(realpathSync(home.bin))
    const answer = `process.stdout.write(${JSON.stringify(stdout)}.replaceAll("D-1", process.argv.at(-1)))`
    writeFileSync(quick, `if (process.argv[2] === "mcp") await import(${real})\nelse ${answer}\n`)
    const { client, call } = await connect([process.execPath, quick, ...serve], home.env)
    const { pid } = client.transport as unknown as { pid: number }
    let most = 0
    const timer = setInterval(() => (most = Math.max(most, childrenOf(pid).length)), 10)
    const ids = Array.from({ length: 100 }, (_, at) => (at % 3 === 0 ? `D-${at}` : `--id=${at}`))
    const envelopes = await Promise.all(ids.map((id) => call("decisions_show", { id })))
    clearInterval(timer)
    expect(envelopes.map(({ data }) => data?.decision.id)).toEqual(ids)
    expect([most > 1, most <= 3]).toEqual([true, true])
    await client.close()
  })

  it("leave no program behind for a client that goes away in the middle of a call, or reads nothing", async () => {
    const raw = serverProcess([home.bin, ...serve], home.env)
    const calls = Array.from({ length: 12 }, (_, at) => ({
      id: at + 2,
      method: "tools/call",
      params: { name: at === 0 ? "decisions_watch" : "manifest", arguments: {} }
    }))
    raw.send(...opening, ...calls)
    await raw.isReady
    await until(() => childrenOf(raw.child.pid).length === 3)
    const programs = childrenOf(raw.child.pid)
    raw.child.stdin.end()
    expect(await raw.ended).toEqual({ code: 0, signal: null })
    await until(() => !programs.some((program) => isAlive(program)))
    expect(raw.said.stderr).toBe("")
  })
})

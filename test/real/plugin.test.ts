import { Client } from "@modelcontextprotocol/client"
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { contractErrors } from "../../packages/envelope/test/contract.ts"
import { manifestSchema } from "../../packages/manifest/test/manifest-schema.ts"
import type { ResponseEnvelope } from "../../packages/envelope/src/index.ts"
import type { ManifestResponse } from "../../packages/manifest/src/index.ts"
import { cpuOfChildren } from "../../bench/support/cpu.mjs"
import { clis } from "./clis.mjs"
import { isInstalled, RealCli } from "./support/real-cli.ts"

/** What a manifest may take beyond what the CLI takes to say its version, in milliseconds. */
const patience = 2000

const wirings = clis.flatMap((cli) => [
  ...(cli.hasPlugins ? [{ cli, wiring: "installed" as const }] : []),
  { cli, wiring: "linked" as const }
])

it("has every published CLI", () => {
  expect(clis.filter((cli) => !isInstalled(cli))).toEqual([])
  expect(new Set(clis.map(({ major }) => major)).size).toBe(2)
})

describe.each(wirings)("$cli.package $cli.version with the plugin $wiring", ({ cli, wiring }) => {
  let bare: RealCli
  let wired: RealCli
  beforeAll(async () => {
    bare = new RealCli(cli)
    wired = new RealCli(cli)
    await wired.wire(wiring)
  })
  afterAll(() => {
    bare?.remove()
    wired?.remove()
  })

  const envelopeOf = async (...args: readonly string[]) => {
    const { stdout, exitCode } = await wired.run(args, { format: "json" })
    expect(stdout, args.join(" ")).toMatch(/^\{[^\n]*\}\n$/)
    const envelope = JSON.parse(stdout) as ResponseEnvelope
    expect(contractErrors(envelope), stdout).toEqual([])
    expect(envelope.meta.exit_code).toBe(exitCode)
    return envelope
  }

  it("is called as before: its help, an ordinary command, and what it refuses", async () => {
    const before = await bare.run(["--help"])
    const after = await wired.run(["--help"])
    expect([before.exitCode, after.exitCode]).toEqual([0, 0])
    const text = squeezed(after.stdout)
    for (const line of before.stdout.split("\n").map(squeezed)) expect(text).toContain(line)
    for (const { args, says } of [cli.ordinary, cli.wrong]) {
      const [plain, now] = [await bare.run(args), await wired.run(args)]
      expect(plain.stdout + plain.stderr).toContain(says)
      expect(now.stdout + now.stderr).toContain(says)
      expect([now.exitCode, now.stdout]).toEqual([plain.exitCode, plain.stdout])
    }
    expect((await bare.run(["no-such-command"])).exitCode).toBe(cli.absent)
    expect((await wired.run(["no-such-command"])).exitCode).not.toBe(0)
  })

  it("answers a program with an envelope, whatever comes of the call", async () => {
    expect(await envelopeOf(...cli.ordinary.args)).toMatchObject({ ok: true })
    const refused = await envelopeOf(...cli.wrong.args)
    expect(refused.meta.exit_code).toBe(2)
    expect(refused.error).toMatchObject({ code: "INVALID_ARGUMENTS", message: cli.wrong.says })
    const absent = await envelopeOf("no-such-command")
    expect([absent.meta.exit_code, absent.error?.code]).toEqual([2, "UNKNOWN_COMMAND"])
  })

  it("has a valid manifest of all its commands, which takes less than two seconds", async () => {
    const { data, warnings } = await envelopeOf(cli.manifest)
    const took: number[] = []
    for (let round = 0; round < 3; round += 1) {
      const own = await workOf(() => wired.run(["--version"]))
      took.push((await workOf(() => wired.run([cli.manifest], { format: "json" }))) - own)
    }
    expect(Math.min(...took)).toBeLessThan(patience)
    expect(manifestSchema(data), JSON.stringify(manifestSchema.errors)).toBe(true)
    expect(warnings.filter(({ code }) => code !== "THIRD_PARTY_STDOUT")).toEqual([])
    const { commands, etag } = data as unknown as ManifestResponse
    expect(Object.keys(commands).length).toBeGreaterThan(10)
    expect(commands["decisions.approve"]).toMatchObject({ requires_person: true, mcp: false })
    expect((await envelopeOf(cli.manifest, "--etag", etag)).meta["not_modified"]).toBe(true)
  })

  it("serves its commands to an MCP client, but for those that only a person may take", async () => {
    const [command, ...args] = wired.command
    const transport = new StdioClientTransport({
      command,
      args: [...args, ...(cli.separator === " " ? ["mcp", "serve"] : ["mcp:serve"])],
      env: wired.env,
      stderr: "pipe"
    })
    const client = new Client({ name: "test", version: "1.0.0" })
    await client.connect(transport)
    try {
      const names = (await client.listTools()).tools.map(({ name }) => name)
      expect(names).toContain("decisions_list")
      expect(names).not.toContain("decisions_approve")
      const listed = await client.callTool({ name: "decisions_list", arguments: {} }, { timeout: 60_000 })
      expect(listed).toMatchObject({ isError: false, structuredContent: { data: { decisions: [] } } })
      const approving = client.callTool({ name: "decisions_approve", arguments: { id: "D-1" } })
      await expect(approving).rejects.toMatchObject({ code: -32_602 })
    } finally {
      await client.close()
    }
  })

  it("leaves a person's step to a person: refused to an agent, and taken at a terminal", async () => {
    const words = (...all: readonly string[]) => (cli.separator === " " ? all : [all.join(cli.separator)])
    const proposed = await envelopeOf(...words("decisions", "propose"), "Move to the lake", "--id", "D-1")
    expect(proposed.ok).toBe(true)
    const approve = words("decisions", "approve")
    const { error, meta } = await envelopeOf(...approve, "D-1")
    expect([meta.exit_code, error?.code, error?.retryable]).toEqual([4, "PERSON_REQUIRED", false])
    expect(error?.suggestion).toContain(`${cli.name} ${approve.join(" ")} D-1`)
    const wrong = await wired.person([...approve, "D-1"], "D-2")
    expect(wrong.exitCode, wrong.screen).toBe(4)
    const right = await wired.person([...approve, "D-1"], "D-1")
    expect(right.exitCode, right.screen).toBe(0)
    const { data } = await envelopeOf(...words("decisions", "list"))
    expect(data).toMatchObject({ decisions: [{ id: "D-1", status: "approved" }] })
  })
})

/** The processor time of a call, where the system tells it: how long others had the processor says nothing of the call. */
async function workOf(call: () => Promise<{ readonly durationMs: number }>): Promise<number> {
  const before = cpuOfChildren()
  const { durationMs } = await call()
  return Number.isNaN(before) ? durationMs : cpuOfChildren() - before
}

function squeezed(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim()
}

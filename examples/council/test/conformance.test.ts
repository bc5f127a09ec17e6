import { spawn } from "node:child_process"
import { once } from "node:events"
import { runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { shareOf } from "../../../plugins/oclif/test/support/share-of.ts"
import { type AgentRun, type Home, InstalledCouncil, onlyDocument } from "./support/installed-council.ts"

interface Exit {
  readonly retryable: boolean
  readonly side_effects: string
}
interface Entry {
  readonly danger_level: string
  readonly required_scopes: readonly string[]
  readonly exit_codes: Readonly<Record<string, Exit>>
  readonly flags: Readonly<Record<string, object>>
}

const traced = { env: { TOOL_TRACE_ID: "trace-7" } }

/** What levels 1 and 2 of the CLI Agent Spec ask of a tool, as far as a caller can see it. One test is one requirement. */
describe.each([4, 5] as const)("council keeps the command contract, on oclif %i", (major) => {
  let council: InstalledCouncil
  let home: Home
  const made = new Map<string, Promise<AgentRun>>()
  /** One process for each line, however many requirements look at it. */
  const run = (line: string): Promise<AgentRun> => {
    const known = made.get(line) ?? home.piped(line.split(" ").filter(Boolean), traced)
    made.set(line, known)
    return known
  }
  beforeAll(async () => {
    council = new InstalledCouncil(major)
    home = await council.home("D-1")
  })
  afterAll(() => council?.remove())

  const entries = async () => {
    const { envelope } = await run("manifest")
    const { commands } = envelope.data as unknown as { commands: Record<string, Entry> }
    return Object.entries(commands)
  }

  it("F-001, C-001: a call's exit code is one of the table, and one that its command declares", async () => {
    const declared = Object.fromEntries(await entries())
    for (const [line, exit] of [
      ["decisions list", 0],
      ["decisions show D-404", 5],
      ["decisions approve D-1", 4],
      ["decisions purge D-1", 2]
    ] as const) {
      const { exitCode, envelope } = await run(line)
      expect([exitCode, envelope.meta.exit_code], line).toEqual([exit, exit])
      const codes = declared[line.split(" ").slice(0, 2).join(".")]?.exit_codes
      if (exit !== 2) expect(Object.keys(codes ?? {}), line).toContain(String(exit))
    }
    for (const [id, { exit_codes: codes }] of Object.entries(declared)) {
      expect(Object.keys(codes), id).toContain("0")
      for (const entry of Object.values(codes))
        expect(entry.retryable && entry.side_effects !== "none", id).toBe(false)
    }
  })

  it("F-002, F-015: a wrong line is 2, with all that is wrong with it, and nothing is done", async () => {
    const before = home.bytes
    const { exitCode, envelope } = await run("decisions propose --nope --format=json --id")
    expect([exitCode, envelope.error]).toEqual([
      2,
      expect.objectContaining({ phase: "validation", retryable: false, fix_required: expect.any(String) })
    ])
    expect((envelope.error as { errors?: readonly object[] }).errors?.length).toBeGreaterThan(1)
    expect(home.bytes).toEqual(before)
  })

  it("F-004, F-006, C-013: stdout is one document with its five members; what is said besides is on stderr", async () => {
    for (const line of [
      "decisions list",
      "decisions show D-404",
      "decisions purge D-1",
      "nonsense",
      "",
      "--version"
    ]) {
      const { envelope } = await run(line)
      expect(Object.keys(envelope).toSorted(), line).toEqual(["data", "error", "meta", "ok", "warnings"])
      expect(envelope.error === null, line).toBe(envelope.ok)
      if (envelope.error !== null)
        expect([envelope.error.code, envelope.error.message, envelope.error.retryable], line).toEqual([
          expect.stringMatching(/^[A-Z][A-Z0-9_]+$/),
          expect.stringMatching(/\S/),
          false
        ])
    }
    expect((await run("decisions list")).stderr).toContain("D-1  proposed")
  })

  it("F-022, F-023, F-024, F-039: an envelope says what it is an answer of", async () => {
    const { envelope } = await run("decisions list")
    const { envelope: version } = await run("--version")
    expect(envelope.meta).toMatchObject({
      command: "decisions.list",
      duration_ms: expect.any(Number),
      schema_version: expect.stringMatching(/^\d+\.\d+$/),
      tool_version: (version.data as { version: string }).version,
      trace_id: "trace-7"
    })
    expect(version.meta["request_id"]).not.toBe(envelope.meta["request_id"])
  })

  it("F-048, F-068: help and the version are answered before anything else, with 0", async () => {
    for (const line of ["", ...shareOf(["--help", "-h", "decisions approve --help"], major)]) {
      const { exitCode, stderr, envelope } = await run(line)
      expect([exitCode, envelope.data, envelope.meta["help"], stderr.includes("USAGE")], line).toEqual([
        0,
        null,
        true,
        true
      ])
    }
    expect((await run("-V")).envelope.data).toEqual((await run("--version")).envelope.data)
  })

  it("F-067, F-079: what holds for every command may stand anywhere on the line", async () => {
    const { data } = (await run("decisions list")).envelope
    const lines = ["--format json decisions list", "decisions --non-interactive list --format=json"]
    for (const line of shareOf(lines, major)) expect((await run(line)).envelope.data, line).toEqual(data)
  })

  it("C-002, C-029: each command says how dangerous it is, and what it needs", async () => {
    for (const [id, { danger_level: danger, required_scopes: scopes }] of await entries()) {
      expect(["safe", "mutating", "destructive"], id).toContain(danger)
      expect(Array.isArray(scopes), id).toBe(true)
    }
  })

  it("C-004, O-021, O-048: what destroys is previewed, and refused unless it is confirmed", async () => {
    const before = home.bytes
    expect((await run("decisions purge D-1 --dry-run")).envelope).toMatchObject({
      data: { effect: "would_delete", would_affect: ["D-1"] },
      meta: { dry_run: true }
    })
    expect((await run("decisions purge D-1")).envelope.error).toMatchObject({
      code: "CONFIRMATION_REQUIRED",
      context: { would_affect: ["D-1"], danger_level: "destructive" }
    })
    expect(home.bytes).toEqual(before)
  })

  // What follows is the plugin's own, whatever oclif is beside it.
  if (major === 4) return
  it("F-003: what is for a program is decided by stdout, CI, NO_COLOR and --format", async () => {
    expect([
      await isDocument(home, ""),
      await isDocument(home, "CI=1"),
      await isDocument(home, "NO_COLOR="),
      await isDocument(home, "CI=1", "--format plain")
    ]).toEqual([false, true, true, false])
  })

  it("F-007, F-008, F-010: nothing that a terminal acts on reaches a program", async () => {
    const titled = await council.home()
    const title = "\u001B[31mred\u001B[0m"
    const { envelope } = await titled.piped(["decisions", "propose", title], { env: { FORCE_COLOR: "1" } })
    expect(JSON.stringify(envelope)).not.toContain("u001b")
    const { stdout, stderr } = await titled.piped(["decisions", "show", "D-1"], { env: { FORCE_COLOR: "1" } })
    expect(stdout + stderr).not.toContain("\u001B")
  })

  it("F-009: no call waits for an answer where nobody gives one", async () => {
    const child = spawn(home.bin, ["decisions", "approve", "D-1"], {
      env: home.env,
      stdio: ["pipe", "pipe", "ignore"]
    })
    let stdout = ""
    child.stdout.on("data", (text) => (stdout += String(text)))
    const [exitCode] = (await once(child, "close")) as [number]
    expect(onlyDocument(stdout, exitCode).error).toMatchObject({ code: "PERSON_REQUIRED", retryable: false })
    expect(exitCode).toBe(4)
  })

  it("F-013, F-069: a signal ends a call with 128 and its number, and with one document", async () => {
    const child = spawn(home.bin, ["decisions", "watch"], {
      env: home.env,
      stdio: ["ignore", "pipe", "ignore"]
    })
    let stdout = ""
    child.stdout.on("data", (text) => {
      if (stdout === "") child.kill("SIGTERM")
      stdout += String(text)
    })
    const [exitCode] = (await once(child, "close")) as [number]
    expect(exitCode).toBe(143)
    expect(onlyDocument(`${stdout.trimEnd().split("\n").at(-1)}\n`, 143)).toMatchObject({
      data: { partial: true },
      error: { code: "CANCELLED", context: { signal: "SIGTERM" } }
    })
  })

  it("C-007: what changes something is done once for a key", async () => {
    const keyed = await council.home()
    const propose = () =>
      keyed.piped(["decisions", "propose", "Sell the boat", "--idempotency-key", "k-1"], {
        env: { COUNCIL_DATA_DIR: keyed.folder }
      })
    const [first, again] = [await propose(), await propose()]
    expect(again.envelope).toMatchObject({
      data: { ...(first.envelope.data as object), effect: "noop" },
      meta: { idempotency_hit: true }
    })
    expect(keyed.statuses).toEqual({ "D-1": "proposed" })
  })

  it("C-015, O-013, O-041: a command describes itself as the manifest does", async () => {
    const { envelope } = await run("decisions approve --schema")
    const listed = Object.fromEntries(await entries())["decisions.approve"]
    expect(envelope.data).toMatchObject({ exit_codes: listed?.exit_codes, flags: listed?.flags })
    expect((await run("--schema")).envelope.data).toEqual((await run("manifest")).envelope.data)
  })

  it("O-001: there are four formats, and no other", async () => {
    expect((await formatted(home, "jsonl")).stdout).toMatch(
      /^\{"id":"D-1".*\}\n\{"_summary":true,"_count":1,.*\}\n$/
    )
    expect((await formatted(home, "tsv")).stdout).toMatch(/^id\ttitle\t.*\nD-1\t/)
    expect((await formatted(home, "plain")).stdout).toMatch(/^D-1 {2}proposed/)
    const { exitCode, envelope } = await run("decisions list --format xml")
    expect([exitCode, envelope.error?.message]).toEqual([
      2,
      expect.stringContaining("json, jsonl, tsv or plain")
    ])
  })

  it("C-004: what destroys is done once it is confirmed", async () => {
    const gone = await council.home("D-1")
    const { envelope } = await gone.agent("decisions", "purge", "D-1", "--confirm-destructive")
    expect([envelope.meta["confirmed"], gone.statuses]).toEqual([true, {}])
  })
})

async function isDocument(home: Home, prefix: string, suffix = ""): Promise<boolean> {
  const shown = home.terminal(`${prefix} ${home.bin} decisions list ${suffix}`)
  await shown.ended
  return shown.screen.includes('{"ok":true')
}

function formatted({ bin, env }: Home, format: string) {
  return runPiped([bin, "decisions", "list", "--format", format], { env })
}

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { personMark, runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type Home,
  InstalledCouncil,
  onlyDocument
} from "../../../examples/council/test/support/installed-council.ts"
import { manifestSchema } from "../../../packages/manifest/test/manifest-schema.ts"
import { shareOf } from "./support/share-of.ts"

type Entry = Readonly<Record<string, unknown>> & {
  readonly exit_codes: Readonly<Record<string, { readonly error_codes?: readonly string[] }>>
}
interface Manifest {
  readonly schema_version: string
  readonly framework_version: string
  readonly etag: string
  readonly commands: Readonly<Record<string, Entry>>
}

const personOnly = ["decisions.approve", "decisions.publish", "decisions.revoke"]
const unregistrable = [
  ["interactive: false", "Write `interactive: true` in the contract."],
  ["mcp: true", "Write `mcp: false` in the contract."]
] as const
const asked = new RegExp(`^${personMark}$`, "m")

// The sentences are those of REQ-C-036, in its order.
describe.each([4, 5] as const)("REQ-C-036 in council on oclif %i", (major) => {
  let council: InstalledCouncil
  let home: Home
  let manifest: Manifest

  beforeAll(async () => {
    council = new InstalledCouncil(major)
    expect(await council.core()).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
    home = await council.home("D-42")
    manifest = (await home.agent("manifest")).envelope.data as unknown as Manifest
  })
  afterAll(() => council?.remove())

  /** A council of its own for what changes something, with D-42 proposed. */
  async function ownHome(): Promise<Home> {
    const own = await council.home()
    own.copyFrom(home)
    return own
  }

  it("tool manifest shows requires_person: true, interactive: true, and mcp: false on every person-only command, and no requires_person field on any other command", () => {
    const entries = Object.entries(manifest.commands)
    const marked = entries.filter(([, entry]) => "requires_person" in entry)
    expect(marked.map(([id]) => id)).toEqual(personOnly)
    for (const [, entry] of marked)
      expect(entry).toMatchObject({ requires_person: true, interactive: true, mcp: false })
    expect(entries.map(([id]) => id)).toEqual(
      expect.arrayContaining(["decisions.list", "decisions.propose", "decisions.purge", "decisions.show"])
    )
  })

  it.concurrent("The framework rejects at registration a command that declares requires_person: true without interactive: true or without mcp: false", async () => {
    const own = await ownHome()
    const before = own.bytes
    for (const [declared, fix] of shareOf(unregistrable, major)) {
      const broken = withApproveDeclaring(council.root, declared)
      const run = (...args: string[]) => runPiped([process.execPath, broken.bin, ...args], { env: own.env })
      const approve = await run("decisions", "approve", "D-42")
      const { error } = onlyDocument(approve.stdout, 1)
      expect([approve.exitCode, error?.code, error?.suggestion]).toEqual([1, "INVALID_DECLARATION", fix])
      const listed = onlyDocument((await run("manifest")).stdout, 0)
      expect(Object.keys((listed.data as unknown as Manifest).commands)).not.toContain("decisions.approve")
      expect(listed.warnings.map(({ code }) => code)).toEqual(["INVALID_DECLARATION"])
      expect((await run("decisions", "show", "D-42")).exitCode).toBe(0)
      broken.remove()
    }
    expect(own.bytes).toEqual(before)
  })

  it.concurrent("With stdin and stdout both terminals and no --non-interactive, the command asks for the expected string and runs only after the person types it exactly", async () => {
    const own = await ownHome()
    const before = own.bytes
    for (const almost of shareOf(["d-42", "D-42 "], major))
      expect((await own.person(["decisions", "approve", "D-42"], almost)).exitCode, almost).toBe(4)
    const terminal = own.terminal("council decisions approve D-42")
    const question = await terminal.waitFor(asked)
    expect(question).toContain("Approve decision D-42?")
    expect(question).toMatch(/^D-42$/m)
    terminal.type("D-42")
    await terminal.waitFor(`${personMark}D-42`)
    expect(own.bytes).toEqual(before)
    terminal.enter()
    expect((await terminal.ended).exitCode).toBe(0)
    expect(own.statuses).toEqual({ "D-42": "approved" })
  })

  it.concurrent("--yes, --confirm-destructive, or the command's confirm_flag on the command line does not skip the attestation", async () => {
    const own = await ownHome()
    await own.agent("decisions", "propose", "Move it back", "--id", "D-43")
    expect((await own.person(["decisions", "approve", "D-43"], "D-43")).exitCode).toBe(0)
    const before = own.bytes
    // Off a terminal beside the one oclif, at one beside the other.
    const calls = [
      "approve D-42 --confirm-destructive",
      "approve D-42 --yes",
      "revoke D-43 --confirm-destructive --yes",
      "publish D-43 --confirm --yes"
    ]
    for (const call of shareOf(calls, major)) {
      const off = await own.agent("decisions", ...call.split(" "))
      expect([off.exitCode, off.envelope.error?.code], call).toEqual([4, "PERSON_REQUIRED"])
    }
    for (const call of shareOf(calls, major === 4 ? 5 : 4)) {
      const on = await own.person(["decisions", ...call.split(" ")], "y")
      expect([on.exitCode, on.screen], call).toEqual([4, expect.stringContaining("ATTESTATION_MISMATCH")])
    }
    expect(own.bytes).toEqual(before)
  })

  it.concurrent('With stdin redirected from /dev/null, with stdout piped, or with --non-interactive, the command exits 4 with error.code: "PERSON_REQUIRED" and retryable: false, and nothing changes', async () => {
    const before = home.bytes
    const json = "council --format json decisions approve D-42"
    const lines = {
      STDIN_NOT_A_TERMINAL: `${json} </dev/null`,
      STDOUT_NOT_A_TERMINAL: `{ ${json}; echo "exit $?" >&2; } | cat`,
      NON_INTERACTIVE: `${json} --non-interactive`
    }
    for (const [reason, line] of shareOf(Object.entries(lines), major)) {
      const terminal = home.terminal(line)
      const { exitCode } = await terminal.ended
      expect(exitCode === 4 || terminal.screen.includes("exit 4"), line).toBe(true)
      const document = terminal.screen.split("\n").find((shown) => shown.startsWith("{"))
      const { error, data } = onlyDocument(`${document}\n`, 4)
      expect({ data, ...error }).toMatchObject({
        data: null,
        code: "PERSON_REQUIRED",
        retryable: false,
        context: { reason }
      })
      expect(terminal.screen).not.toMatch(asked)
    }
    expect(home.bytes).toEqual(before)
  })

  it.concurrent("The PERSON_REQUIRED error's suggestion names no flag, and the error carries no fix_command", async () => {
    const before = home.bytes
    const calls = [
      "approve D-42 --yes --confirm-destructive",
      "revoke D-42 --confirm-destructive",
      "publish D-42 --confirm --non-interactive"
    ]
    for (const call of shareOf(calls, major)) {
      const { envelope } = await home.agent("decisions", ...call.split(" "))
      const { suggestion, ...error } = envelope.error ?? { code: "" }
      expect(error.code, call).toBe("PERSON_REQUIRED")
      expect(suggestion).toContain(`\`council decisions ${call.split(" ").slice(0, 2).join(" ")}\``)
      expect(JSON.stringify({ suggestion, ...error })).not.toMatch(/--|(^|[\s`"'])-\w|\b[A-Z_]+=|\$/)
      expect(error).not.toHaveProperty("fix_command")
    }
    expect(home.bytes).toEqual(before)
  })

  it.concurrent('A typed string that differs from the expected one exits 4 with error.code: "ATTESTATION_MISMATCH", and nothing changes', async () => {
    const before = home.bytes
    const { exitCode, screen } = await home.person(
      ["--format", "json", "decisions", "approve", "D-42"],
      "D-24"
    )
    expect(exitCode).toBe(4)
    const document = screen.split("\n").find((line) => line.startsWith("{"))
    // The document of the requirement, but for the time it took.
    const { ok, data, error, warnings, meta } = onlyDocument(`${document}\n`, 4)
    expect({ ok, data, error, warnings, meta: { exit_code: meta.exit_code } }).toEqual({
      ok: false,
      data: null,
      error: {
        code: "ATTESTATION_MISMATCH",
        message: "The typed text does not match D-42; nothing is recorded",
        retryable: false
      },
      warnings: [],
      meta: { exit_code: 4 }
    })
    expect(home.bytes).toEqual(before)
  })

  it.concurrent("The command's PRECONDITION (4) entry lists PERSON_REQUIRED and ATTESTATION_MISMATCH in error_codes", async () => {
    const both = ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"]
    const schema = (await home.agent("decisions", "approve", "--schema")).envelope.data as unknown as Entry
    for (const entry of [schema, ...personOnly.map((id) => manifest.commands[id])])
      expect(entry?.exit_codes["4"]).toMatchObject({
        name: "PRECONDITION",
        retryable: false,
        side_effects: "none",
        error_codes: both
      })
  })

  // The server is made from the manifest, which says mcp: false on each of them; the tests in mcp/ ask the server itself.
  it("The tool's MCP server lists no command marked requires_person: true", () => {
    const { commands } = manifest
    expect(Object.keys(commands).filter((id) => /(^|\.)mcp(\.|$)/.test(id))).toEqual(["mcp.serve"])
    const offered = Object.entries(commands).filter(([, entry]) => entry["mcp"] !== false)
    expect(offered.map(([id]) => id)).not.toEqual(expect.arrayContaining(personOnly))
    expect(offered.filter(([, entry]) => entry["requires_person"] === true)).toEqual([])
  })

  it("A manifest with requires_person: true and no mcp: false, or with interactive absent or false, fails validation against the manifest schema", () => {
    expect(manifestSchema(manifest)).toBe(true)
    const approve = manifest.commands["decisions.approve"] as Entry
    const { mcp: _mcp, ...withoutMcp } = approve
    const { interactive: _interactive, ...withoutInteractive } = approve
    const broken = [
      withoutMcp,
      { ...approve, mcp: true },
      withoutInteractive,
      { ...approve, interactive: false },
      { ...approve, requires_person: false }
    ]
    for (const entry of broken) {
      const commands = { ...manifest.commands, "decisions.approve": entry }
      expect(manifestSchema({ ...manifest, commands }), JSON.stringify(entry)).toBe(false)
    }
  })

  it("writes the requirement's manifest entry, field by field", () => {
    const {
      flags,
      examples: _examples,
      exit_codes,
      ...entry
    } = manifest.commands["decisions.approve"] as Entry
    expect(entry).toEqual({
      description: "Record a person's approval of a decision an agent proposed",
      danger_level: "mutating",
      required_scopes: ["decisions:approve"],
      interactive: true,
      mcp: false,
      requires_person: true,
      positionals: [
        { name: "id", type: "string", required: true, description: "ID of the decision to approve" }
      ]
    })
    // REQ-C-005 adds --yes to an interactive command, REQ-C-007 a key to one that changes something; the example leaves both out.
    expect(Object.keys(flags as object).toSorted()).toEqual(["idempotency-key", "yes"])
    // The store's own exits stand beside the two of the requirement.
    expect(exit_codes).toMatchObject({
      "0": {
        name: "SUCCESS",
        description: "The approval is recorded",
        retryable: false,
        side_effects: "complete"
      },
      "4": {
        name: "PRECONDITION",
        description: "No person confirmed the approval at a terminal; nothing is recorded",
        retryable: false,
        side_effects: "none",
        error_codes: ["PERSON_REQUIRED", "ATTESTATION_MISMATCH"]
      }
    })
    expect(manifest.schema_version).toBe("3.21")
    expect(manifest.etag).toMatch(/^sha256:[0-9a-f]{64}$/)
  })

  it.concurrent("answers the requirement's own command line with the requirement's own document", async () => {
    const before = home.bytes
    const line = "council --format json decisions approve D-42 --yes </dev/null"
    const { exitCode, stdout, stderr } = await runPiped(["/bin/sh", "-c", line], { env: home.env })
    expect([exitCode, stderr]).toEqual([4, ""])
    const { ok, data, error, warnings, meta } = onlyDocument(stdout, 4)
    const { context, ...fields } = error ?? { code: "" }
    expect({ ok, data, error: fields, meta: { exit_code: meta.exit_code } }).toEqual({
      ok: false,
      data: null,
      error: {
        code: "PERSON_REQUIRED",
        message: "Approving a decision needs a person at a terminal",
        retryable: false,
        suggestion: "Ask a person to run `council decisions approve D-42` in their own terminal"
      },
      meta: { exit_code: 4 }
    })
    expect(context).toEqual({ reason: "STDIN_NOT_A_TERMINAL" })
    // docs/decisions/0005: who passes --yes is told that it answers nothing.
    expect(warnings.map(({ code }) => code)).toEqual(["ATTESTATION_NOT_ANSWERED"])
    expect(meta.duration_ms).toBeGreaterThanOrEqual(0)
    expect(home.bytes).toEqual(before)
  })
})

/** A copy of the installed council in which approving declares one thing more. */
function withApproveDeclaring(root: string, declaration: string): { bin: string; remove(): void } {
  const copy = mkdtempSync(join(root, "council-"))
  cpSync(join(root, "node_modules", "@byhand", "example-council"), copy, { recursive: true })
  const file = join(copy, "dist", "commands", "decisions", "approve.js")
  const source = readFileSync(file, "utf8")
  const changed = source.replace("personContract({", `personContract({ ${declaration},`)
  expect(changed).not.toBe(source)
  writeFileSync(file, changed)
  // What oclif reads in place of the class is of the class as it was.
  rmSync(join(copy, "oclif.manifest.json"))
  return {
    bin: join(copy, "bin", "run.js"),
    remove: () => rmSync(copy, { recursive: true, force: true })
  }
}

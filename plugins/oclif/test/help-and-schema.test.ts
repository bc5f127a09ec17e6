import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { runPiped } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onlyDocument } from "../../../examples/council/test/support/installed-council.ts"
import { entrySchema, manifestSchema } from "../../../packages/manifest/test/manifest-schema.ts"
import { coreOf } from "./support/core-of.ts"
import { fixtureHost } from "./support/fixture-host.ts"
import type { Entry, GateHost } from "./support/gate-host.ts"
import { shareOf } from "./support/share-of.ts"

const joined = (text: string) => text.replaceAll(/\s+/g, " ")
const person = /a person types the answer at a terminal/i
const honest = /A speed bump and an honest record, not a security boundary/

interface HelpCase {
  readonly what: string
  readonly entry: Entry
  readonly args: readonly string[]
  readonly also: readonly RegExp[]
}

const helps: readonly HelpCase[] = [
  { what: "a person-only command", entry: "plain", args: ["plain"], also: [/--region/, /--non-interactive/] },
  { what: "one with arguments", entry: "launched", args: ["plain", "D-1", "--yes"], also: [/--format/] },
  {
    what: "a class with a base class and base flags of its own",
    entry: "plain",
    args: ["mixed"],
    also: [/--region/, /--confirm-destructive/, /--dry-run/]
  },
  {
    what: "one whose author sets baseFlags and does not spread the gate's in, under the launcher",
    entry: "launched",
    args: ["own-base-flags"],
    also: [/--region/, /--schema/]
  }
]

const ids = [
  "byhand.check",
  "byhand.diff",
  "byhand.docs",
  "manifest",
  "many",
  "mcp.serve",
  "mixed",
  "own-base-flags",
  "plain",
  "topic.ordinary"
]

async function manifestOf(host: GateHost, ...args: string[]) {
  return onlyDocument((await host.offTerminal(["manifest", ...args], { entry: "launched" })).stdout, 0)
}

describe.each([4, 5] as const)("in oclif %i", (major) => {
  let host: GateHost
  beforeAll(async () => {
    host = fixtureHost(major, "described-cli")
    expect(await coreOf(host.root)).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
  })
  afterAll(() => host?.remove())

  describe.each(helps)("the help of $what", ({ entry, args, also }) => {
    it.concurrent("says off a terminal that a person runs it and what that is not", async () => {
      const run = await host.offTerminal([...args, "--help"], { entry })
      expect([run.exitCode, run.deeds]).toEqual([0, []])
      for (const said of [person, honest, ...also]) expect(joined(run.stdout + run.stderr)).toMatch(said)
      if (entry === "launched") {
        const { data, meta } = onlyDocument(run.stdout, 0)
        expect([data, meta["help"]]).toEqual([null, true])
      }
    })

    it.concurrent("says it at a terminal, and asks nothing", async () => {
      const run = await host.atTerminal([...args, "--help"], { entry })
      expect([run.exitCode, run.deeds]).toEqual([0, []])
      for (const said of [person, honest, ...also]) expect(joined(run.screen)).toMatch(said)
      expect(run.screen).not.toMatch(/^> /m)
    })
  })

  it("the help of an ordinary command, and of a topic, says nothing of a person", async () => {
    for (const args of [["topic", "ordinary", "--help"], ["topic"]]) {
      const run = await host.offTerminal(args, { entry: "launched" })
      expect(onlyDocument(run.stdout, 0).meta["help"]).toBe(true)
      expect(joined(run.stderr)).not.toMatch(person)
    }
  })

  describe("--schema", () => {
    const positions = [
      "--schema plain",
      "plain --schema",
      "plain D-1 --schema --yes",
      "--format json plain --nope --schema --non-interactive",
      "simple --schema"
    ]

    it.concurrent.each(shareOf(positions, major))(
      "prints the entry, and needs no arguments: %s",
      async (line) => {
        const run = await host.offTerminal(line.split(" "), { entry: "launched" })
        const { data } = onlyDocument(run.stdout, 0)
        expect([run.deeds, run.stderr]).toEqual([[], ""])
        expect(entrySchema(data)).toBe(true)
        expect(data).toMatchObject({
          description: "Take something by hand",
          requires_person: true,
          interactive: true,
          mcp: false,
          aliases: ["simple"],
          flags: {
            region: { type: "enum", short: "r", enum_values: ["eu", "us"] },
            yes: { type: "boolean" }
          },
          positionals: [{ name: "id", required: true }]
        })
      }
    )

    it("prints it without the launcher too, in an envelope off a terminal and bare at one", async () => {
      const off = await host.offTerminal(["plain", "--schema"])
      const { data } = onlyDocument(off.stdout, 0)
      const on = await host.atTerminal(["plain", "D-1", "--schema"])
      expect([off.deeds, on.deeds, on.exitCode]).toEqual([[], [], 0])
      expect(JSON.parse(on.screen)).toEqual(data)
      expect(data).toMatchObject({ requires_person: true, flags: { region: { enum_values: ["eu", "us"] } } })
    })

    it("prints the entry of an ordinary command between the words of its path", async () => {
      const run = await host.offTerminal(["topic", "--schema", "ordinary"], { entry: "launched" })
      const { data } = onlyDocument(run.stdout, 0)
      expect(data).toMatchObject({ danger_level: "mutating", positionals: [{ name: "what" }] })
      expect(data).not.toHaveProperty("requires_person")
      expect(run.deeds).toEqual([])
    })

    it("prints the whole manifest without a command, and refuses a word that names none", async () => {
      const whole = onlyDocument((await host.offTerminal(["--schema"], { entry: "launched" })).stdout, 0)
      expect(manifestSchema(whole.data)).toBe(true)
      const wrong = await host.offTerminal(["plian", "--schema"], { entry: "launched" })
      expect(onlyDocument(wrong.stdout, 2).error?.code).toBe("UNKNOWN_COMMAND")
    })
  })

  describe("the manifest", () => {
    it("lists every command of the host and of its plugins, once, and is valid", async () => {
      const { data } = await manifestOf(host)
      expect(manifestSchema(data), JSON.stringify(manifestSchema.errors)).toBe(true)
      const { commands } = data as unknown as { commands: Record<string, Record<string, unknown>> }
      expect(Object.keys(commands)).toEqual(ids)
      expect(Object.keys(commands).filter((id) => "requires_person" in (commands[id] ?? {}))).toEqual([
        "many",
        "mixed",
        "own-base-flags",
        "plain"
      ])
      expect(Object.keys(commands["mixed"]?.["flags"] as object).toSorted()).toEqual([
        "confirm-destructive",
        "dry-run",
        "idempotency-key",
        "region",
        "yes"
      ])
    })

    it("is not sent again to who has it, and is bare at a terminal", async () => {
      const { data } = await manifestOf(host)
      const { etag } = data as unknown as { etag: string }
      const again = await manifestOf(host, "--etag", etag)
      expect([again.data, again.meta["not_modified"]]).toEqual([null, true])
      const on = await host.atTerminal(["manifest"])
      expect(JSON.parse(on.screen.replaceAll("\n", ""))).toEqual(data)
    })

    it("is built from oclif's cache, without loading a command: none of them could be loaded", async () => {
      const cached = fixtureHost(major, "described-cli")
      try {
        const fromClasses = await manifestOf(cached)
        const { exitCode, stderr } = await runPiped(
          [process.execPath, join(cached.root, "write-manifest.js")],
          {
            cwd: cached.root,
            env: cached.run().env
          }
        )
        expect([exitCode, stderr]).toEqual([0, ""])
        for (const file of ["plain", "many", "mixed", "own-base-flags", "topic/ordinary"])
          writeFileSync(
            join(cached.root, "commands", `${file}.js`),
            "throw new Error('A module was loaded.')\n"
          )
        expect((await manifestOf(cached)).data).toEqual(fromClasses.data)
        const schema = await cached.offTerminal(["mixed", "--schema"], { entry: "launched" })
        expect(onlyDocument(schema.stdout, 0).data).toMatchObject({ danger_level: "destructive" })
        const help = await cached.offTerminal(["own-base-flags", "--help"], { entry: "launched" })
        expect([help.exitCode, joined(help.stderr)]).toEqual([0, expect.stringMatching(honest)])
        // The modules do throw: running one says so.
        const run = await cached.offTerminal(["plain", "D-1"], { entry: "launched" })
        expect(run.exitCode).not.toBe(0)
        expect(run.stdout).toContain("A module was loaded.")
      } finally {
        cached.remove()
      }
    })
  })
})

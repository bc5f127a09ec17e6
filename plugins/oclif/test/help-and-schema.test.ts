import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { onlyDocument } from "../../../examples/council/test/support/installed-council.ts"
import { entrySchema, manifestSchema } from "../../../packages/manifest/test/manifest-schema.ts"
import { coreOf } from "./support/core-of.ts"
import { fixtureHost } from "./support/fixture-host.ts"
import type { Entry, GateHost } from "./support/gate-host.ts"
import { shareOf } from "./support/share-of.ts"
import { writeManifest } from "./support/write-manifest.ts"

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

/** What is said of a command without loading it. */
const fromCache = [
  [["mixed", "--schema"], /"danger_level":"destructive"/],
  [["own-base-flags", "--help"], honest]
] as const

async function manifestOf(host: GateHost, ...args: string[]) {
  return onlyDocument((await host.offTerminal(["manifest", ...args], { entry: "launched" })).stdout, 0)
}

describe.each([4, 5] as const)("in oclif %i", (major) => {
  let host: GateHost
  let manifest: Awaited<ReturnType<typeof manifestOf>>
  beforeAll(async () => {
    host = fixtureHost(major, "described-cli")
    expect(await coreOf(host.root)).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
    manifest = await manifestOf(host)
  })
  afterAll(() => host?.remove())

  // Off a terminal beside the one oclif, at one beside the other: the help itself is the same.
  describe.each(shareOf(helps, major))("the help of $what", ({ entry, args, also }) => {
    it.concurrent("says off a terminal that a person runs it and what that is not", async () => {
      const run = await host.offTerminal([...args, "--help"], { entry })
      expect([run.exitCode, run.deeds]).toEqual([0, []])
      for (const said of [person, honest, ...also]) expect(joined(run.stdout + run.stderr)).toMatch(said)
      if (entry === "launched") {
        const { data, meta } = onlyDocument(run.stdout, 0)
        expect([data, meta["help"]]).toEqual([null, true])
      }
    })
  })

  describe.each(shareOf(helps, major === 4 ? 5 : 4))("the help of $what", ({ entry, args, also }) => {
    it.concurrent("says it at a terminal, and asks nothing", async () => {
      const run = await host.atTerminal([...args, "--help"], { entry })
      expect([run.exitCode, run.deeds]).toEqual([0, []])
      for (const said of [person, honest, ...also]) expect(joined(run.screen)).toMatch(said)
      expect(run.screen).not.toMatch(/^> /m)
    })
  })

  it("the help of an ordinary command, and of a topic, says nothing of a person", async () => {
    for (const args of shareOf([["topic", "ordinary", "--help"], ["topic"]], major)) {
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

    const places = [
      [
        "off a terminal, in an envelope",
        async (args: readonly string[]) => {
          const run = await host.offTerminal(args)
          return { ...run, data: onlyDocument(run.stdout, 0).data as unknown }
        }
      ],
      [
        "at a terminal, bare",
        async (args: readonly string[]) => {
          const run = await host.atTerminal(args)
          return { ...run, data: JSON.parse(run.screen) as unknown }
        }
      ]
    ] as const
    it.each(shareOf(places, major))("prints it without the launcher too: %s", async (_, prints) => {
      const run = await prints(["plain", "D-1", "--schema"])
      expect([run.exitCode, run.deeds]).toEqual([0, []])
      const { commands } = manifest.data as unknown as { commands: Record<string, unknown> }
      expect(run.data).toMatchObject(commands["plain"] as object)
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
      expect(whole.data).toEqual(manifest.data)
      const wrong = await host.offTerminal(["plian", "--schema"], { entry: "launched" })
      expect(onlyDocument(wrong.stdout, 2).error?.code).toBe("UNKNOWN_COMMAND")
    })
  })

  describe("the manifest", () => {
    it("lists every command of the host and of its plugins, once, and is valid", () => {
      const { data } = manifest
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
      const { data } = manifest
      const { etag } = data as unknown as { etag: string }
      const again = await manifestOf(host, "--etag", etag)
      expect([again.data, again.meta["not_modified"]]).toEqual([null, true])
      const on = await host.atTerminal(["manifest"])
      expect(JSON.parse(on.screen.replaceAll("\n", ""))).toEqual(data)
    })

    it("is built from oclif's cache, without loading a command: none of them could be loaded", async () => {
      const cached = fixtureHost(major, "described-cli")
      try {
        await writeManifest(cached)
        for (const file of ["plain", "many", "mixed", "own-base-flags", "topic/ordinary"])
          writeFileSync(
            join(cached.root, "commands", `${file}.js`),
            "throw new Error('A module was loaded.')\n"
          )
        expect((await manifestOf(cached)).data).toEqual(manifest.data)
        for (const [args, shows] of shareOf(fromCache, major)) {
          const { exitCode, stdout, stderr } = await cached.offTerminal(args, { entry: "launched" })
          expect([exitCode, joined(stdout + stderr)]).toEqual([0, expect.stringMatching(shows)])
        }
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

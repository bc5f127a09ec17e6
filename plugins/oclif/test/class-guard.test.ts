import { Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type End, endsOf } from "./support/ends-of.ts"
import { envelopeOf } from "./support/envelope-of.ts"
import { GateHost } from "./support/gate-host.ts"
import { listPlugin } from "./support/host-with.ts"
import { shareOf } from "./support/share-of.ts"
import { stackIn } from "./support/stack-in.ts"
import { writeManifest } from "./support/write-manifest.ts"

// The class alone: the fixture does not list the plugin, so no hook runs. What the plugin adds must change nothing of it,
// and is tried with the same calls.

interface Case {
  /** What the author did, as the test's name. */
  readonly what: string
  readonly args: readonly string[]
  /** How it ends for an agent; left out when nothing was person-only about the call. */
  readonly off: { readonly exit: number; readonly code: string }
  /** How the process ends is the point, off a terminal too: it is one of its own. Others share a process. */
  readonly ends?: true
  /** How it ends at a terminal, where a person types the answers. */
  readonly on: {
    readonly answers?: readonly string[]
    readonly exit: number
    readonly deeds: readonly string[]
    readonly says?: RegExp
  }
}

const person = { exit: 4, code: "PERSON_REQUIRED" }
const invalid = { exit: 1, code: "INVALID_DECLARATION" }
const typed = ["D-1"]
const plain = { answers: typed, exit: 0, deeds: ["plain D-1"] }

const cases: readonly Case[] = [
  { what: "its own run", args: ["plain", "D-1"], off: person, on: plain },
  { what: "an alias", ends: true, args: ["ordinary", "D-1"], off: person, on: plain },
  {
    what: "a run at the second level that calls super.run()",
    args: ["level-two", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["two", "plain D-1"] }
  },
  {
    what: "a run at the third level that calls super.run()",
    args: ["level-three", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["three", "two", "plain D-1"] }
  },
  {
    what: "a run of its own at the third level",
    args: ["own-three", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["own three"] }
  },
  {
    what: "the static run, called by another command",
    ends: true,
    args: ["calls-static", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "new X(argv, config).run(), called by another command",
    args: ["calls-instance", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "X.prototype.run.call(new X(…)), called by another command",
    args: ["calls-prototype", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "config.runCommand(), called by another command",
    args: ["calls-config", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "X.prototype.run.call() of an object that was never constructed",
    args: ["calls-impostor", "D-1"],
    off: invalid,
    on: { exit: 1, deeds: [], says: /without having been constructed/ }
  },
  {
    what: "run as a class field",
    ends: true,
    args: ["field-run", "D-1"],
    off: invalid,
    on: { exit: 1, deeds: [], says: /sets `run` as a class field or by\s+assignment.*async run\(\)/s }
  },
  {
    what: "run assigned in the constructor",
    args: ["assigned-run", "D-1"],
    off: invalid,
    on: { exit: 1, deeds: [], says: /sets `run` as a class field or by\s+assignment/s }
  },
  {
    what: "a catch that swallows everything",
    ends: true,
    args: ["swallowing-catch", "D-1"],
    off: person,
    on: plain
  },
  { what: "an init of its own", args: ["own-init", "D-1"], off: person, on: plain },
  { what: "a finally that throws", ends: true, args: ["throwing-finally", "D-1"], off: person, on: plain },
  {
    what: "a _run that swallows everything",
    ends: true,
    args: ["swallowing-lifecycle", "D-1"],
    off: person,
    on: plain
  },
  {
    what: "a parse of its own",
    args: ["own-parse", "d-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["plain D-1"] }
  },
  {
    what: "a base class whose init() parses: parsed once, and the same arguments everywhere",
    args: ["parsing-init", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["parsing true"] }
  },
  {
    what: "baseFlags of its own: the gate's flags are still understood",
    args: ["own-base-flags", "D-1", "--region", "eu", "--yes"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["region eu"] }
  },
  {
    what: "an argument whose parser throws",
    ends: true,
    args: ["throwing-argument", "D-1"],
    off: { exit: 2, code: "INVALID_ARGUMENTS" },
    on: { exit: 2, deeds: [], says: /no such identifier format/ }
  },
  {
    what: "an argument too many",
    args: ["plain", "D-1", "D-2"],
    off: { exit: 2, code: "INVALID_ARGUMENTS" },
    on: { exit: 2, deeds: [], says: /Unexpected argument: D-2/ }
  },
  {
    what: "an attestation() that throws",
    args: ["throwing-attestation", "D-1"],
    off: person,
    on: { exit: 1, deeds: [], says: /attestation\(\) threw:\s+cannot read the register/ }
  },
  {
    what: "an attestation() that throws a typed error: its exit is kept",
    args: ["missing-subject", "D-1"],
    off: person,
    on: { exit: 5, deeds: [], says: /There is no D-1/ }
  },
  {
    what: "an attestation() that returns nonsense",
    args: ["nonsense-attestation", "D-1"],
    off: person,
    on: { exit: 1, deeds: [], says: /cannot be asked/ }
  },
  {
    what: "no attestation() at all: the whole call is the question",
    args: ["no-attestation"],
    off: person,
    on: {
      answers: ["no-attestation"],
      exit: 0,
      deeds: ["no attestation"],
      says: /Run this command\?.*gate no-attestation/s
    }
  },
  {
    what: "an attestation() that calls run()",
    args: ["attesting-runs", "D-1"],
    off: person,
    on: { exit: 1, deeds: [], says: /calls run\(\)/ }
  },
  {
    what: "a preview() that calls super.run()",
    args: ["previewing-runs", "D-1"],
    off: { exit: 1, code: "ATTESTATION_FAILED" },
    on: { exit: 1, deeds: [], says: /calls run\(\)/ }
  },
  {
    what: "two asks at once: one after the other",
    ends: true,
    args: ["two-at-once"],
    off: person,
    on: { answers: ["one", "two"], exit: 0, deeds: ["plain one", "plain two"] }
  },
  {
    what: "two asks at once, the first interrupted: neither runs",
    args: ["two-at-once"],
    off: person,
    on: { answers: ["\u0003"], exit: 130, deeds: [] }
  },
  {
    what: "oclif's own --json, which on oclif 4 makes every error exit 1",
    ends: true,
    args: ["host-json", "D-1", "--json"],
    off: person,
    on: { answers: ["D-2"], exit: 4, deeds: [] }
  },
  {
    what: "oclif's own --json, and a handler that fails with its own exit code",
    ends: true,
    args: ["failing-handler", "D-1", "--json"],
    off: person,
    on: { answers: typed, exit: 7, deeds: [] }
  },
  {
    what: "a class of its own base class, guarded by personOnly()",
    args: ["own-base-class", "D-1"],
    off: person,
    on: { answers: typed, exit: 0, deeds: ["accept D-1 D-1", "the shared run of the host's base class"] }
  },
  {
    what: "a contract that does not declare requires_person",
    ends: true,
    args: ["undeclared", "D-1"],
    off: invalid,
    on: { exit: 1, deeds: [], says: /does not declare requires_person: true/ }
  }
]

const inProcess = cases.filter(({ ends }) => ends !== true)

describe.each([4, 5] as const)("the class guard in oclif %i", (major) => {
  let host: GateHost
  let listed: GateHost
  beforeAll(async () => {
    host = new GateHost(major)
    listed = new GateHost(major)
    listPlugin(listed)
    for (const each of [host, listed]) {
      await writeManifest(each)
      const { stdout } = await each.offTerminal(["core"], { env: { GATE_FORMAT: "plain" } })
      expect(stdout.trim()).toMatch(new RegExp(`^@oclif/core@${major}\\..* true$`))
    }
  })
  afterAll(() => {
    host?.remove()
    listed?.remove()
  })

  // Where oclif has a hand in how the process ends, each is tried beside both.
  const atTerminal = [...cases.filter(({ ends }) => ends), ...shareOf(inProcess, major)]

  describe.each(atTerminal)("holds for a command with $what", ({ args, on }) => {
    it.concurrent("at a terminal", async () => {
      const run = await host.atTerminal(args, { answers: on.answers ?? [] })
      expect({ exit: run.exitCode, deeds: run.deeds, asked: run.asked, stack: stackIn(run.screen) }).toEqual({
        exit: on.exit,
        deeds: on.deeds,
        asked: on.answers?.length ?? 0,
        stack: undefined
      })
      if (on.says !== undefined) expect(run.screen.replaceAll(/[ ›\n]+/g, " ")).toMatch(on.says)
    })
  })

  describe.each(cases.filter(({ ends }) => ends))(
    "ends the process for a command with $what",
    ({ args, off }) => {
      it.concurrent("off a terminal", async () => {
        const run = await host.offTerminal(args)
        expect([run.exitCode, run.deeds, stackIn(run.stderr)]).toEqual([off.exit, [], undefined])
        const { error, meta } = envelopeOf(run.stdout)
        expect(error).toMatchObject({ code: off.code, retryable: false })
        expect(meta.exit_code).toBe(run.exitCode)
      })
    }
  )

  describe.each([
    ["alone", () => host],
    ["with the plugin, whose hooks change nothing of it", () => listed]
  ] as const)("off a terminal, %s", (_, hostOf) => {
    let ends: readonly End[]
    beforeAll(async () => {
      ends = await endsOf(hostOf(), [...cases.map(({ args }) => args), ["hanging-attestation", "D-1"]])
    })

    it.each(cases.map((one, at) => ({ ...one, at })))("it holds for a command with $what", ({ off, at }) => {
      expect(ends[at]).toMatchObject({ exit: off.exit, code: off.code, retryable: false, deeds: [] })
    })

    it("it asks no attestation() that would never answer", () => {
      expect(ends.at(-1)).toMatchObject({ exit: 4, code: "PERSON_REQUIRED", deeds: [] })
    })
  })

  it("leaves an ordinary command alone that shares a base class with a guarded one", async () => {
    for (const each of [host, listed]) {
      const run = await each.offTerminal(["shared-base"])
      expect([run.exitCode, run.deeds]).toEqual([0, ["the shared run of the host's base class"]])
    }
  })

  it("takes a Ctrl-C while attestation() hangs for what it is: 130, and nothing done", async () => {
    const { env, deeds } = host.run()
    const terminal = Terminal.start(host.command("plain", ["hanging-attestation", "D-1"]), {
      env,
      cwd: host.root
    })
    await terminal.waitFor("looking it up")
    terminal.type("\u0003")
    expect((await terminal.ended).exitCode).toBe(130)
    expect(deeds()).toEqual([])
    expect(stackIn(terminal.screen)).toBeUndefined()
  })
})

import { personMark } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import {
  type Home,
  InstalledCouncil,
  onlyDocument
} from "../../../examples/council/test/support/installed-council.ts"
import { coreOf } from "./support/core-of.ts"
import { endsAtTerminal, type TerminalEnd } from "./support/ends-at-terminal.ts"
import { type End, endsOf } from "./support/ends-of.ts"
import { fixtureHost } from "./support/fixture-host.ts"
import type { GateHost } from "./support/gate-host.ts"
import { shareOf } from "./support/share-of.ts"

interface Step {
  readonly what: string
  readonly args: string
  /** Off a terminal: the exit, the error's code, and which parts of the author's ran. */
  readonly off: readonly [number, string | undefined, ...string[]]
  /** At a terminal, where the answer is typed if the question is asked. */
  readonly on: readonly [number, string, ...string[]]
  readonly answer?: string
}

const read = ["init", "parse D-1"] as const
const confirmed = "--confirm-destructive"

// Each call fails at every later step too, where there is one: what it ends with says which step came first.
const steps: readonly Step[] = [
  {
    what: "1. a flag that does not exist, before anything else",
    args: "destroy D-404 --nope",
    off: [2, "INVALID_ARGUMENTS", "init", "parse D-404"],
    on: [2, "Nonexistent flag", "init", "parse D-404"]
  },
  {
    what: "1. an argument that its parser refuses, before a preview",
    args: "destroy E-1 --dry-run",
    off: [2, "INVALID_ARGUMENTS", "init", "parse E-1"],
    on: [2, "An ID starts with D-", "init", "parse E-1"]
  },
  {
    what: "2. a preview, before anyone is looked for",
    args: `destroy D-1 --dry-run --yes ${confirmed}`,
    off: [0, undefined, ...read, "preview"],
    on: [0, "", ...read, "preview"]
  },
  {
    what: "2. a preview because the confirm flag is missing",
    args: "destroy-if D-1",
    off: [0, undefined, ...read, "preview"],
    on: [0, "", ...read, "preview"]
  },
  {
    what: "2. a preview, over the confirm flag",
    args: `destroy-if D-1 ${confirmed} --dry-run`,
    off: [0, undefined, ...read, "preview"],
    on: [0, "", ...read, "preview"]
  },
  {
    what: "3. a person, before the confirmation that destruction needs; 4. that, before the question",
    args: "destroy D-404",
    off: [4, "PERSON_REQUIRED", "init", "parse D-404"],
    on: [2, "CONFIRMATION_REQUIRED", "init", "parse D-404"]
  },
  {
    what: "3. a person who may be asked, before the confirmation",
    args: "destroy D-1 --non-interactive",
    off: [4, "PERSON_REQUIRED", ...read],
    on: [4, "PERSON_REQUIRED", ...read]
  },
  {
    what: "5. what there is to be confirmed, before the question",
    args: `destroy D-404 ${confirmed}`,
    off: [4, "PERSON_REQUIRED", "init", "parse D-404"],
    on: [5, "There is no D-404", "init", "parse D-404", "attestation"]
  },
  {
    what: "5. the right answer, before the handler",
    args: `destroy D-1 ${confirmed}`,
    off: [4, "PERSON_REQUIRED", ...read],
    on: [4, "ATTESTATION_MISMATCH", ...read, "attestation"],
    answer: "D-2"
  },
  {
    what: "6. the handler, last",
    args: `destroy-if D-1 ${confirmed}`,
    off: [4, "PERSON_REQUIRED", ...read],
    on: [6, "D-1 is held", ...read, "attestation", "run"],
    answer: "D-1"
  }
]

describe.each([4, 5] as const)("the order at the gate in oclif %i", (major) => {
  let host: GateHost
  let off: readonly End[]
  let on: readonly TerminalEnd[]
  beforeAll(async () => {
    host = fixtureHost(major, "order-cli")
    expect(await coreOf(host.root)).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
    // The order is the gate's own, and no matter of how a process ends: one process makes all calls off a terminal, one at one.
    const calls = steps.map(({ args, answer }) => ({
      args: args.split(" "),
      keys: answer === undefined ? [] : [`${answer}\r`]
    }))
    off = await endsOf(
      host,
      calls.map(({ args }) => args)
    )
    on = await endsAtTerminal(host, calls)
  })
  afterAll(() => host?.remove())

  describe.each(steps.map((step, at) => ({ ...step, at })))("has $what", (step) => {
    it("off a terminal", () => {
      const [exit, code, ...parts] = step.off
      const end = off[step.at]
      expect([end?.exit, end?.code, ...(end?.deeds ?? [])]).toEqual([exit, code, ...parts])
      // Not even the confirmation that will be asked for at a terminal: no flag leads an agent further.
      if (exit === 4 && !step.args.includes(confirmed)) expect(JSON.stringify(end)).not.toContain("--")
    })

    it("at a terminal", () => {
      const [exit, says, ...parts] = step.on
      const end = on[step.at] as TerminalEnd
      expect([end.exit, ...end.deeds]).toEqual([exit, ...parts])
      expect(`${end.shown} ${end.code} ${end.message}`.replaceAll(/[ ›\n]+/g, " ")).toContain(says)
      expect(end.asked).toBe(step.answer === undefined ? 0 : 1)
    })
  })

  // Processes of their own: two previews or a preview and a refusal.
  it.concurrent.each(shareOf(steps, major === 4 ? 5 : 4).slice(1, 3))(
    "ends a process off a terminal with $what",
    async ({ args, off: [exit, code, ...parts] }) => {
      const run = await host.offTerminal(args.split(" "), { entry: "launched", stdin: "D-1\n" })
      const { data, error, meta } = onlyDocument(run.stdout, exit)
      expect([run.exitCode, error?.code, ...run.deeds]).toEqual([exit, code, ...parts])
      if (exit === 0) {
        expect(data).toEqual({ effect: "would_destroy", would_affect: ["D-1"] })
        expect(meta["dry_run"]).toBe(true)
      }
      if (exit === 4) expect(run.stdout + run.stderr).not.toContain("--")
    }
  )

  it.concurrent.each(shareOf(steps, major).slice(-2))(
    "ends a process at a terminal with $what",
    async ({ args, answer, on: [exit, says, ...parts] }) => {
      const run = await host.atTerminal(args.split(" "), { answers: answer === undefined ? [] : [answer] })
      expect([run.exitCode, ...run.deeds]).toEqual([exit, ...parts])
      expect(run.screen.replaceAll(/[ ›\n]+/g, " ")).toContain(says)
      expect(run.screen.match(new RegExp(`^${personMark}`, "gm"))?.length ?? 0).toBe(
        answer === undefined ? 0 : 1
      )
    }
  )

  it("takes no argument from a pipe", async () => {
    const run = await host.offTerminal(["destroy"], { entry: "launched", stdin: "D-1\n" })
    expect([onlyDocument(run.stdout, 2).error?.code, ...run.deeds]).toEqual(["INVALID_ARGUMENTS", "init"])
  })
})

// The steps above are in the same order beside both; what council makes of them is tried beside one, of the same two hosts.
describe("the order at the gate of council", () => {
  const councils: InstalledCouncil[] = []
  afterAll(() => councils.forEach((council) => council.remove()))

  /** A council where these decisions are approved, and these others are proposed. */
  async function councilWith(major: 4 | 5, approved: readonly string[], proposed: readonly string[] = []) {
    const council = new InstalledCouncil(major)
    councils.push(council)
    const home = await council.home(...approved, ...proposed)
    for (const id of approved) expect((await home.person(["decisions", "approve", id], id)).exitCode).toBe(0)
    return { home, before: JSON.stringify(home.bytes) }
  }

  describe("on oclif 4", () => {
    let home: Home
    let before: string
    beforeAll(async () => {
      ;({ home, before } = await councilWith(4, ["D-1"]))
    })

    it("tells an agent that revokes nothing of the flag that it will need at a terminal", async () => {
      const { exitCode, stdout, stderr, envelope } = await home.agent("decisions", "revoke", "D-1")
      expect([exitCode, envelope.error?.code, stderr]).toEqual([4, "PERSON_REQUIRED", ""])
      expect(stdout).not.toMatch(/--|confirm|destructive|dry/i)
      const on = await home.shown("decisions", "revoke", "D-1")
      expect([on.exitCode, on.screen]).toEqual([2, expect.stringContaining("CONFIRMATION_REQUIRED")])
    })

    it("previews what is there, off a terminal and at one, and asks nothing", async () => {
      const calls = [
        ["revoke D-1 --dry-run", "would_revoke", "Would revoke D-1"],
        ["publish D-1", "would_publish", "Would publish D-1"],
        ["publish D-1 --confirm --dry-run", "would_publish", "Would publish D-1"]
      ] as const
      for (const [call, effect] of calls) {
        const { envelope } = await home.agent("decisions", ...call.split(" "))
        expect(envelope.data, call).toEqual({ effect, would_affect: ["D-1"] })
        expect(envelope.meta, call).toMatchObject({ exit_code: 0, dry_run: true })
      }
      const on = await home.shown("decisions", ...calls[1][0].split(" "))
      expect([on.exitCode, on.screen]).toEqual([0, expect.stringContaining(calls[1][2])])
      expect(JSON.stringify(home.bytes)).toBe(before)
    })
  })

  describe("on oclif 5", () => {
    let home: Home
    let before: string
    beforeAll(async () => {
      ;({ home, before } = await councilWith(5, ["D-1", "D-2"], ["D-3"]))
    })

    it("lets an agent purge what it confirms, and nothing that it does not", async () => {
      const without = await home.agent("decisions", "purge", "D-3")
      expect([without.exitCode, without.envelope.error?.code]).toEqual([2, "CONFIRMATION_REQUIRED"])
      // What it would delete is looked at first, so nobody is asked to confirm the deletion of nothing.
      for (const flags of [[], [confirmed]]) {
        const unknown = await home.agent("decisions", "purge", "D-404", ...flags)
        expect([unknown.exitCode, unknown.envelope.error?.code]).toEqual([5, "NOT_FOUND"])
      }
      expect(JSON.stringify(home.bytes)).toBe(before)
      expect((await home.agent("decisions", "purge", "D-3", confirmed)).exitCode).toBe(0)
      expect(home.statuses).toEqual({ "D-1": "approved", "D-2": "approved" })
    })

    it.each([
      [
        "a mismatch for a wrong answer, although the handler would refuse too",
        "D-1",
        "D-2",
        4,
        "ATTESTATION_MISMATCH"
      ],
      [
        "the handler's conflict for the right answer to a question that is out of date",
        "D-2",
        "D-2",
        6,
        "CONFLICT"
      ]
    ])("ends with %s", async (_what, id, answer, exit, code) => {
      const terminal = home.terminal(`council decisions revoke ${id} ${confirmed}`)
      await terminal.waitFor(new RegExp(`^${personMark}$`, "m"))
      expect((await home.person(["decisions", "publish", id, "--confirm"], id)).exitCode).toBe(0)
      terminal.enter(answer)
      expect((await terminal.ended).exitCode).toBe(exit)
      expect(terminal.screen).toContain(`Code: ${code}`)
      expect(home.statuses[id]).toBe("published")
    })
  })
})

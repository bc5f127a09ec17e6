import { cpSync } from "node:fs"
import { join } from "node:path"
import { Terminal } from "@byhand/conformance"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { endsAtTerminal, type TerminalEnd } from "./support/ends-at-terminal.ts"
import { type End, endsOf } from "./support/ends-of.ts"
import { envelopeOf } from "./support/envelope-of.ts"
import { GateHost } from "./support/gate-host.ts"
import { guardCases as cases } from "./support/guard-cases.ts"
import { listPlugin } from "./support/host-with.ts"
import { shareOf } from "./support/share-of.ts"
import { stackIn } from "./support/stack-in.ts"
import { writeManifest } from "./support/write-manifest.ts"

// The class alone: the fixture does not list the plugin, so no hook runs. What the plugin adds must change nothing of it,
// and is tried with the same calls.

const byOclif = cases.filter(({ ends }) => ends === "by oclif")
const alike = cases.filter(({ ends }) => ends === "alike")
const inProcess = cases.filter(({ ends }) => ends !== "by oclif")

describe.each([4, 5] as const)("the class guard in oclif %i", (major) => {
  let host: GateHost
  let listed: GateHost
  beforeAll(async () => {
    host = new GateHost(major)
    listed = new GateHost(major)
    await writeManifest(host)
    cpSync(join(host.root, "oclif.manifest.json"), join(listed.root, "oclif.manifest.json"))
    listPlugin(listed)
    const { stdout } = await host.offTerminal(["core"], { env: { GATE_FORMAT: "plain" } })
    expect(stdout.trim()).toMatch(new RegExp(`^@oclif/core@${major}\\..* true$`))
  })
  afterAll(() => {
    host?.remove()
    listed?.remove()
  })

  describe.each([...byOclif, ...shareOf(alike, major)])(
    "ends the process for a command with $what",
    ({ args, on }) => {
      it.concurrent("at a terminal", async () => {
        const run = await host.atTerminal(args, { answers: on.answers ?? [] })
        expect({
          exit: run.exitCode,
          deeds: run.deeds,
          asked: run.asked,
          stack: stackIn(run.screen)
        }).toEqual({ exit: on.exit, deeds: on.deeds, asked: on.answers?.length ?? 0, stack: undefined })
        if (on.says !== undefined) expect(run.screen.replaceAll(/[ ›\n]+/g, " ")).toMatch(on.says)
      })
    }
  )

  describe.each([...byOclif, ...shareOf(alike, major + 1)])(
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
      const others = [["hanging-attestation", "D-1"], ["shared-base"]]
      ends = await endsOf(hostOf(), [...cases.map(({ args }) => args), ...others])
    })

    it.each(cases.map((one, at) => ({ ...one, at })))("it holds for a command with $what", ({ off, at }) => {
      expect(ends[at]).toMatchObject({ exit: off.exit, code: off.code, retryable: false, deeds: [] })
    })

    it("it asks no attestation() that would never answer", () => {
      expect(ends.at(-2)).toMatchObject({ exit: 4, code: "PERSON_REQUIRED", deeds: [] })
    })

    it("it leaves an ordinary command alone that shares a base class with a guarded one", () => {
      expect(ends.at(-1)).toEqual({ exit: 0, deeds: ["the shared run of the host's base class"] })
    })
  })

  describe("at a terminal", () => {
    let ends: readonly TerminalEnd[]
    beforeAll(async () => {
      ends = await endsAtTerminal(
        host,
        inProcess.map(({ args, on }) => ({ args, keys: (on.answers ?? []).map((answer) => `${answer}\r`) }))
      )
    })

    it.each(inProcess.map((one, at) => ({ ...one, at })))(
      "it holds for a command with $what",
      ({ on, at }) => {
        const { exit, deeds, asked, message, shown } = ends[at] as TerminalEnd
        expect({ exit, deeds, asked }).toEqual({
          exit: on.exit,
          deeds: on.deeds,
          asked: on.answers?.length ?? 0
        })
        if (on.says !== undefined) expect(`${shown} ${message}`.replaceAll(/[ ›\n]+/g, " ")).toMatch(on.says)
      }
    )
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

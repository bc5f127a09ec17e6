import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Home, InstalledCouncil } from "./support/installed-council.ts"

const title = "Move the office to the lake"

const byId = (one: { id: string }, other: { id: string }) => one.id.localeCompare(other.id)

describe.each([4, 5] as const)("council on oclif %i", (major) => {
  let council: InstalledCouncil
  beforeAll(async () => {
    council = new InstalledCouncil(major)
    expect(await council.core()).toMatch(new RegExp(`^@oclif/core@${major}\\.`))
  })
  afterAll(() => council?.remove())

  it.concurrent("takes a decision from its proposal to its end, and says so to a program", async () => {
    const home = await council.home()
    const agent = async (...args: string[]) => {
      const { exitCode, envelope } = await home.agent("decisions", ...args)
      expect([exitCode, envelope.warnings], args.join(" ")).toEqual([0, []])
      return envelope.data as unknown as Record<string, unknown>
    }
    const person = async (step: string, ...flags: string[]) => {
      const run = await home.person(["--format", "json", "decisions", step, "D-1", ...flags], "D-1")
      expect(run.exitCode, run.screen).toBe(0)
      const document = run.screen.split("\n").find((line) => line.startsWith('{"ok":'))
      return JSON.parse(document ?? "") as { data: { effect: string }; meta: object }
    }

    expect(await agent("list")).toEqual({ decisions: [] })
    expect(await agent("propose", title)).toMatchObject({
      effect: "created",
      decision: { id: "D-1", title, status: "proposed", confirmations: [] }
    })
    expect((await person("approve")).data).toMatchObject({
      effect: "approved",
      decision: { status: "approved" }
    })
    expect(await agent("publish", "D-1")).toEqual({ effect: "would_publish", would_affect: ["D-1"] })
    const published = await person("publish", "--confirm")
    expect([published.data.effect, published.meta]).toEqual([
      "published",
      expect.objectContaining({ dry_run: false, confirmed: true })
    ])
    expect((await person("revoke", "--confirm-destructive")).data.effect).toBe("revoked")

    const { decision } = (await agent("show", "D-1")) as { decision: { confirmations: unknown[] } }
    const asked = { approved: /^Approve/, published: /^Publish/, revoked: /^Revoke/ }
    expect(decision.confirmations).toEqual(
      Object.entries(asked).map(([status, question]) => ({
        status,
        attestation: expect.objectContaining({
          statement: expect.stringMatching(question),
          expected: "D-1",
          assurance: expect.stringContaining("a speed bump and an honest record, not a security boundary")
        })
      }))
    )
    expect(await agent("purge", "D-1", "--confirm-destructive")).toMatchObject({ effect: "deleted" })
    expect(home.statuses).toEqual({})
    // An ID that a person once typed is not given to something else.
    expect(await agent("propose", title)).toMatchObject({ decision: { id: "D-2" } })
  })

  // The words are council's own, whatever oclif they are printed by.
  if (major === 4) return
  it.concurrent("says it in words to a person", async () => {
    const home = await council.home()
    const shown = async (...args: string[]) => {
      const { exitCode, screen } = await home.shown("decisions", ...args)
      expect(exitCode, screen).toBe(0)
      return screen
    }
    expect(await shown("list")).toContain("No decisions yet. Propose one: council decisions propose TITLE")
    expect(await shown("propose", title)).toBe(`Proposed D-1: ${title}\n`)
    expect(await shown("list")).toBe(`D-1  proposed  ${title}\n`)
    expect(JSON.parse(await shown("show", "D-1"))).toMatchObject({ id: "D-1", title, status: "proposed" })
    const approved = await home.person(["decisions", "approve", "D-1"], "D-1")
    expect(approved.screen).toMatch(/\| Approve decision D-1\?[^]*\| {3}Move the office to the lake\n/)
    expect(approved.screen).toMatch(/^> D-1\nApproved D-1\.$/m)
    expect(await shown("publish", "D-1")).toBe(`Would publish D-1: ${title}\n`)
    expect(await shown("purge", "D-1", "--confirm-destructive")).toBe("Deleted D-1.\n")
  })
})

it("council keeps what several processes propose at once, each once", async ({ onTestFinished }) => {
  // How they wait for each other is its store's own, which fifty lighter processes are tried with; here each is council as a whole.
  const council = new InstalledCouncil(5)
  onTestFinished(() => council.remove())
  const home: Home = await council.home()
  const titles = Array.from({ length: 6 }, (_, number) => `Proposal ${number}`)
  const runs = await Promise.all(titles.map((proposal) => home.agent("decisions", "propose", proposal)))
  // Who waits for the others too long is told so, and to try again: that is not kept, and not half kept.
  expect(runs.filter(({ exitCode }) => exitCode !== 0 && exitCode !== 12)).toEqual([])
  const told = runs
    .filter(({ exitCode }) => exitCode === 0)
    .map(({ envelope }) => (envelope.data as unknown as { decision: { id: string; title: string } }).decision)
  expect(told.length).toBeGreaterThan(3)
  const { decisions } = JSON.parse(home.bytes["decisions.json"] ?? "") as { decisions: { id: string }[] }
  expect(decisions.toSorted(byId)).toEqual(told.toSorted(byId))
  expect(new Set(told.map(({ id }) => id)).size).toBe(told.length)
  expect(Object.keys(home.bytes)).toEqual(["decisions.json"])
})

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { CommandError } from "@byhand/envelope"
import { afterAll, beforeEach, describe, expect, it } from "vitest"
import type { Attestation } from "../../src/decisions/decision.ts"
import { DecisionStore } from "../../src/decisions/store.ts"

const root = mkdtempSync(join(tmpdir(), "council-store-"))
let home = ""
let store = new DecisionStore(root)

beforeEach(() => {
  home = join(mkdtempSync(join(root, "test-")), "home")
  store = new DecisionStore(home)
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

const title = "Move the office to the lake"
const attestation = {
  statement: "Approve decision D-1?",
  expected: "D-1",
  confirmed_at: "2026-12-01T09:00:00.000Z",
  circumstances: { term: "xterm" }
} satisfies Attestation & Record<string, unknown>

const file = () => join(home, "decisions.json")
const onDisk = () => JSON.parse(readFileSync(file(), "utf8")) as Record<string, unknown>

async function refusal(promise: Promise<unknown>): Promise<{ code: string; exit: number; message: string }> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown
  )
  if (!(error instanceof CommandError)) throw new TypeError(`Expected a refusal, received ${String(error)}`)
  return { code: error.code, exit: error.exit, message: error.message }
}

describe("proposing", () => {
  it("gives the next free ID, and never one that was purged", async () => {
    const ids = [(await store.propose({ title })).id, (await store.propose({ title })).id]
    await store.purge("D-2")
    await store.propose({ title, id: "D-3" })
    ids.push((await store.propose({ title })).id)
    expect(ids).toEqual(["D-1", "D-2", "D-4"])
    expect((await store.list()).map(({ id }) => id)).toEqual(["D-1", "D-3", "D-4"])
  })

  it("takes an ID that a person can type", async () => {
    const id = "team/a.b_c:d@e-1"
    expect(await store.propose({ title, id })).toMatchObject({
      id,
      title,
      status: "proposed",
      confirmations: []
    })
    expect(await store.get(id)).toMatchObject({ id })
  })

  it.each(["", "-1", "D 1", "D-1\n", "Д-1", "D\u200b1", "$HOME", "x".repeat(65)])(
    "refuses the ID %j before anything is made",
    async (id) => {
      expect(await refusal(store.propose({ title, id }))).toMatchObject({ code: "INVALID_ID", exit: 2 })
      expect(existsSync(home)).toBe(false)
    }
  )

  it.each(["", "  ", "one\ntwo", "one\u2028two", "x".repeat(201), "\ud800"])(
    "refuses the title %j",
    async (bad) => {
      expect(await refusal(store.propose({ title: bad }))).toMatchObject({ code: "INVALID_TITLE", exit: 2 })
    }
  )

  it("keeps a title that would trouble a terminal as it is, for the question to show it escaped", async () => {
    const nasty = "Approve \u001b[2J\u202eall 😀"
    await store.propose({ title: nasty })
    expect((await store.get("D-1")).title).toBe(nasty)
  })

  it("refuses an ID that is taken, and changes nothing", async () => {
    await store.propose({ title, id: "X" })
    const before = onDisk()
    const found = await refusal(store.propose({ title: "Another", id: "X" }))
    expect(found).toMatchObject({ code: "CONFLICT", exit: 6 })
    expect(found.message).toContain("X exists already (proposed)")
    expect(onDisk()).toEqual(before)
  })
})

describe("the steps a person takes", () => {
  it("are kept with the whole record of each", async () => {
    const proposed = await store.propose({ title })
    const approved = await store.approve("D-1", attestation, proposed)
    const published = await store.publish("D-1", attestation, approved)
    const revoked = await store.revoke("D-1", attestation, published)
    expect([approved.status, published.status, revoked.status]).toEqual(["approved", "published", "revoked"])
    expect(await store.get("D-1")).toEqual({
      ...proposed,
      status: "revoked",
      confirmations: ["approved", "published", "revoked"].map((status) => ({ status, attestation }))
    })
  })

  it("are refused with CONFLICT from any other status, before and at the step", async () => {
    const proposed = await store.propose({ title })
    expect(await refusal(store.openFor("publish", "D-1"))).toMatchObject({ code: "CONFLICT", exit: 6 })
    expect(await refusal(store.publish("D-1", attestation, proposed))).toMatchObject({ code: "CONFLICT" })
    expect(await refusal(store.revoke("D-1", attestation, proposed))).toMatchObject({ code: "CONFLICT" })
    const approved = await store.approve("D-1", attestation, proposed)
    expect(await refusal(store.openFor("approve", "D-1"))).toMatchObject({
      message: "D-1 is approved; only a decision that is proposed can be approved. Nothing is recorded."
    })
    expect(await store.openFor("revoke", "D-1")).toEqual(approved)
  })

  it("are refused when the title changed while the question was open", async () => {
    const shown = await store.openFor("approve", (await store.propose({ title })).id)
    writeFileSync(file(), readFileSync(file(), "utf8").replace(title, "Sell the office"))
    const before = onDisk()
    const found = await refusal(store.approve("D-1", attestation, shown))
    expect(found).toMatchObject({ code: "CONFLICT", exit: 6 })
    expect(found.message).toContain("changed while the question was open")
    expect(onDisk()).toEqual(before)
  })

  it("are refused when the status changed while the question was open", async () => {
    const approved = await store.approve("D-1", attestation, await store.propose({ title }))
    await store.publish("D-1", attestation, approved)
    expect(await refusal(store.revoke("D-1", attestation, approved))).toMatchObject({
      code: "CONFLICT",
      exit: 6
    })
    expect((await store.get("D-1")).status).toBe("published")
  })

  it("are refused when what was shown is another decision", async () => {
    await store.propose({ title })
    const other = await store.propose({ title })
    expect(await refusal(store.approve("D-1", attestation, other))).toMatchObject({ code: "CONFLICT" })
  })

  it("happen once, however many ask for them at the same moment", async () => {
    const shown = await store.propose({ title })
    const all = await Promise.allSettled(
      Array.from({ length: 20 }, () => new DecisionStore(home).approve("D-1", attestation, shown))
    )
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    expect((await store.get("D-1")).confirmations).toHaveLength(1)
  })
})

describe("a decision that is not there", () => {
  it("is NOT_FOUND, exit 5, for every operation, and no file is made", async () => {
    const shown = { id: "D-9", title, status: "proposed" } as const
    const attempts = [
      store.get("D-9"),
      store.openFor("approve", "D-9"),
      store.approve("D-9", attestation, shown),
      store.publish("D-9", attestation, shown),
      store.revoke("D-9", attestation, shown),
      store.purge("D-9")
    ]
    for (const found of await Promise.all(attempts.map(refusal))) {
      expect(found).toMatchObject({ code: "NOT_FOUND", exit: 5 })
    }
    expect(await store.list()).toEqual([])
    expect(existsSync(file())).toBe(false)
  })
})

describe("the file", () => {
  it("is indented JSON of this user alone, with nothing beside it", async () => {
    await store.propose({ title })
    expect(readFileSync(file(), "utf8")).toMatch(/^\{\n {2}"schema_version": 1,\n[^]*\n\}\n$/)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(home).mode & 0o777).toBe(0o700)
    expect(readdirSync(home)).toEqual(["decisions.json"])
  })

  it("keeps members that this version does not know", async () => {
    await store.propose({ title })
    const before = onDisk()
    const [decision] = before["decisions"] as object[]
    writeFileSync(
      file(),
      JSON.stringify({ ...before, motto: "by hand", decisions: [{ ...decision, mood: "calm" }] })
    )
    await store.approve("D-1", attestation, await store.get("D-1"))
    expect(onDisk()).toMatchObject({ motto: "by hand", decisions: [{ mood: "calm", status: "approved" }] })
  })
})

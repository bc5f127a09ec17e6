import { execFileSync } from "node:child_process"
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { CommandError } from "@byhand/envelope"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { largestFile } from "../../src/decisions/file.ts"
import { makeFolder } from "../../src/decisions/folder.ts"
import { DecisionStore } from "../../src/decisions/store.ts"
import { Workers } from "./worker-process.ts"

const title = "Move the office to the lake"
let workers: Workers
let home = ""
let file = ""

beforeAll(async () => {
  workers = await Workers.build()
})
beforeEach(() => {
  home = workers.newHome()
  file = join(home, "decisions.json")
  mkdirSync(home)
})
afterAll(() => workers.remove())

async function refusalsOf(store: DecisionStore): Promise<readonly CommandError[]> {
  const attempts = [store.list(), store.propose({ title }), store.purge("D-1")]
  const settled = await Promise.allSettled(attempts)
  return settled.map((result) => {
    if (result.status === "rejected" && result.reason instanceof CommandError) return result.reason
    throw new TypeError(`Expected a refusal, received ${JSON.stringify(result)}`)
  })
}

async function expectUnreadable(why: string): Promise<void> {
  for (const { code, exit, message, suggestion } of await refusalsOf(new DecisionStore(home))) {
    expect({ code, exit }).toEqual({ code: "DECISIONS_UNREADABLE", exit: 1 })
    expect(message).toContain(`The decisions in ${file} cannot be read, because it ${why}`)
    expect(message).toContain("The file is left as it is.")
    expect(suggestion).not.toMatch(/--/)
  }
  expect(readdirSync(home)).toEqual(["decisions.json"])
}

const decision = { id: "D-1", title, status: "proposed", proposed_at: "2026-12-01", confirmations: [] }
const whole = { schema_version: 1, next_number: 2, decisions: [decision] }
const texts: readonly (readonly [string, string | Buffer])[] = [
  ["is empty", ""],
  ["is empty", "\n"],
  ["is not JSON", JSON.stringify(whole).slice(0, 60)],
  ["is not JSON", "\0".repeat(4096)],
  ["is not UTF-8", Buffer.from([0x7b, 0xff, 0xfe])],
  ["was not written by council", "[]"],
  ["was not written by council", '{"name":"some-package","version":"1.0.0"}'],
  ["was not written by council", JSON.stringify({ ...whole, schema_version: "1" })],
  [
    "was written by another version of council: its schema_version is 2",
    JSON.stringify({ ...whole, schema_version: 2 })
  ],
  ["has no next_number", JSON.stringify({ ...whole, next_number: 0 })],
  ["has no list of decisions", JSON.stringify({ ...whole, decisions: {} })],
  [
    "has a decision at position 1",
    JSON.stringify({ ...whole, decisions: [decision, { ...decision, status: "done" }] })
  ],
  ["has a decision at position 0", JSON.stringify({ ...whole, decisions: [null] })],
  ["has two decisions with one ID", JSON.stringify({ ...whole, decisions: [decision, decision] })]
]

describe("a file that is not in order", () => {
  it.each(texts)("is refused and left as it is: it %s", async (why, content) => {
    writeFileSync(file, content)
    await expectUnreadable(why)
    expect(readFileSync(file)).toEqual(Buffer.from(content))
  })

  it("is refused when it is too large to be one, without being read", async () => {
    writeFileSync(file, "")
    truncateSync(file, 64 * largestFile)
    await expectUnreadable(`has ${64 * largestFile} bytes`)
  })

  it("is refused when it is a symbolic link, whether its target is there or not", async () => {
    const target = join(workers.folder, "elsewhere.json")
    symlinkSync(target, file)
    await expectUnreadable("is a symbolic link")
    writeFileSync(target, JSON.stringify(whole))
    await expectUnreadable("is a symbolic link")
    expect(lstatSync(file).isSymbolicLink()).toBe(true)
    expect(readFileSync(target, "utf8")).toBe(JSON.stringify(whole))
  })

  it("is refused when it is a folder, or a pipe that nobody writes to", async () => {
    mkdirSync(file)
    await expectUnreadable("is not a regular file")
    execFileSync("rmdir", [file])
    execFileSync("mkfifo", [file])
    await expectUnreadable("is not a regular file")
  })

  it("may have been written by hand, with a mark of its encoding before it", async () => {
    writeFileSync(file, `\ufeff${JSON.stringify(whole)}`)
    expect(await new DecisionStore(home).list()).toEqual([decision])
  })
})

describe("a folder", () => {
  it("may be a symbolic link", async () => {
    const link = `${home}-link`
    symlinkSync(home, link)
    await new DecisionStore(link).propose({ title })
    expect(existsSync(file)).toBe(true)
  })

  it("that is a file is refused", async () => {
    writeFileSync(file, "not a folder")
    const [reading, writing] = await refusalsOf(new DecisionStore(file))
    expect(reading?.code).toBe("DECISIONS_UNREADABLE")
    expect(writing).toMatchObject({ code: "DECISIONS_NOT_SAVED", exit: 1 })
  })

  it("that cannot be written can be read, and says that nothing is changed", async () => {
    writeFileSync(file, JSON.stringify(whole), { mode: 0o644 })
    chmodSync(home, 0o555)
    // root may write everywhere, so the worker is nobody
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    expect((await workers.run([home, "get", "D-1"], user)).lines).toEqual([decision])
    const { code, lines } = await workers.run([home, "propose", title], user)
    expect([code, lines[0]?.["code"]]).toEqual([1, "DECISIONS_NOT_SAVED"])
    expect(lines[0]?.["message"]).toMatch(
      new RegExp(`^The decisions in ${home} could not be saved: EACCES.*Nothing is changed`)
    )
    chmodSync(home, 0o755)
    expect(readFileSync(file, "utf8")).toBe(JSON.stringify(whole))
    expect(readdirSync(home)).toEqual(["decisions.json"])
  })

  it("of another user's decisions is refused by name", async () => {
    if (process.getuid?.() !== 0) chmodSync(home, 0o000)
    else writeFileSync(file, JSON.stringify(whole), { mode: 0o600 })
    const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
    const { code, lines } = await workers.run([home, "get", "D-1"], user)
    chmodSync(home, 0o755)
    expect([code, lines[0]?.["code"]]).toEqual([1, "DECISIONS_UNREADABLE"])
    expect(lines[0]?.["message"]).toContain(`${file} cannot be read, because it refuses: EACCES`)
  })
})

describe("a disk without room", () => {
  it("leaves the file whole, and nothing beside it", async () => {
    const store = new DecisionStore(home)
    for (let count = 0; count < 20; count += 1) await store.propose({ title: "x".repeat(200) })
    const before = readFileSync(file)
    // The system cuts a write at the limit and then refuses, as it does when the disk is full.
    const { code, lines, stderr } = await workers.run([home, "propose", title], { shell: "ulimit -f 2" })
    expect([code, lines[0]?.["code"], stderr]).toEqual([1, "DECISIONS_NOT_SAVED", ""])
    expect(lines[0]?.["message"]).toMatch(/could not be saved: EFBIG.*Nothing is changed\.$/)
    expect(readFileSync(file)).toEqual(before)
    expect(readdirSync(home)).toEqual(["decisions.json"])
  })

  it("is not needed to refuse decisions that could not be read again", async () => {
    const padded = { ...whole, note: "x".repeat(largestFile - JSON.stringify(whole).length - 100) }
    writeFileSync(file, JSON.stringify(padded))
    const store = new DecisionStore(home)
    const refused = await store.propose({ title: "y".repeat(200) }).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: "DECISIONS_NOT_SAVED", exit: 1 })
    expect(await store.list()).toHaveLength(1)
  })
})

describe("a folder that is not there", () => {
  it("is made with all that is missing above it, for this user alone", async () => {
    const deep = join(home, "a", "b", "c")
    await new DecisionStore(deep).propose({ title })
    expect(readdirSync(deep)).toEqual(["decisions.json"])
    for (const folder of [join(home, "a"), join(home, "a", "b"), deep])
      expect(lstatSync(folder).mode & 0o777).toBe(0o700)
  })

  it("is made by many at once", async () => {
    const stores = Array.from({ length: 8 }, () => new DecisionStore(join(home, "one", "of", "many")))
    await Promise.all(stores.map((store) => store.propose({ title })))
    expect(await stores[0]?.list()).toHaveLength(8)
    // Now one is ahead, and now another: each can find the folder above just made.
    for (let round = 0; round < 100; round += 1) {
      const folder = join(home, `round-${round}`, "one", "of", "many")
      await Promise.all(stores.map(() => makeFolder(folder)))
      expect(existsSync(folder)).toBe(true)
    }
  })

  it.runIf(process.platform === "linux")(
    "is refused at once where the system lets nobody make one, and Node's own way would try for ever",
    async () => {
      for (const folder of ["/proc/council", "/proc/council/of/elders"]) {
        const refused = await new DecisionStore(folder).propose({ title }).catch((error: unknown) => error)
        expect(refused).toMatchObject({ code: "DECISIONS_NOT_SAVED", exit: 1, retryable: false })
        expect((refused as CommandError).message).toContain(
          `The decisions in ${folder} could not be saved: ENOENT`
        )
      }
    }
  )
})

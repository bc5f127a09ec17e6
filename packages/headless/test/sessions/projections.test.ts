import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { nodeDisk, type Projection, sessionEvents, Sessions } from "../../src/index.ts"
import { newFolder } from "./new-folder.ts"
import { projections, storyId, tell } from "./story.ts"
import { filesOf, rebuiltFiles, toldFiles } from "./tree.ts"
import { watchedDisk } from "./watched-disk.ts"

const base = newFolder()
afterAll(() => rmSync(base, { recursive: true }))
interface Archive {
  readonly turn_id: string
  readonly status: string
  readonly events: readonly { readonly kind: string }[]
}

const told = join(base, "told")
let made = 0
let root = ""
let folder = ""
let sessions: Sessions<typeof projections>

beforeAll(() => tell(new Sessions({ root: told, projections }), () => undefined))
beforeEach(() => {
  made += 1
  root = join(base, String(made))
  folder = join(root, storyId)
  cpSync(told, root, { recursive: true })
  sessions = new Sessions({ root, projections })
})

async function reopened() {
  const session = await sessions.open(storyId)
  await session.close()
  return session.recovery
}

describe("the files beside the log", () => {
  it("are the same, byte for byte, when they are built again from the log alone", async () => {
    const files = toldFiles(folder)
    expect(Object.keys(files)).toEqual([
      "answers/turn_001.X-1.json",
      "counts.json",
      "events.jsonl",
      "state.json",
      "turns/turn_001.json",
      "turns/turn_002.json",
      "turns/turn_003.json"
    ])
    expect(files).toEqual(await rebuiltFiles(folder, join(base, "rebuilt")))
  })

  it.each(["state.json", "counts.json", "turns/turn_001.json", "answers/turn_001.X-1.json"])(
    "are written again when %s is changed, emptied or gone",
    async (name) => {
      const path = join(folder, name)
      const right = readFileSync(path, "utf8")
      for (const spoil of [
        () => writeFileSync(path, right.replace("turn", "TURN")),
        () => writeFileSync(path, ""),
        () => rmSync(path)
      ]) {
        spoil()
        expect(sessions.verify(storyId).differing).toEqual(
          right.includes("turn") ? [name] : expect.any(Array)
        )
        const session = await sessions.open(storyId, { rebuild: true })
        await session.close()
        expect(readFileSync(path, "utf8")).toBe(right)
        expect(sessions.verify(storyId)).toMatchObject({ differing: [], snapshot: "agrees" })
      }
    }
  )

  it("are gone when the log says nothing that belongs in them", async () => {
    writeFileSync(join(folder, "current.md"), "of another turn")
    expect(sessions.verify(storyId).differing).toEqual(["current.md"])
    expect((await reopened()).rebuilt).toEqual(["current.md"])
    expect(existsSync(join(folder, "current.md"))).toBe(false)
  })

  it("show an event once it is published, and the log has it before they do", async () => {
    const seen: string[] = []
    const disk = watchedDisk((name, given) => {
      if (name === "sync" || (name === "rename" && String(given[1]).endsWith("state.json"))) seen.push(name)
    })
    const session = await new Sessions({ root, projections, disk }).open(storyId)
    const before = readFileSync(join(folder, "state.json"), "utf8")
    await session.append([{ kind: "NOTED", payload: {} }])
    expect(readFileSync(join(folder, "state.json"), "utf8")).toBe(before)
    seen.length = 0
    await session.append([{ kind: "SHOWN", payload: {} }], { publish: true })
    expect(readFileSync(join(folder, "state.json"), "utf8")).toContain("SHOWN")
    expect(seen.indexOf("rename")).toBeGreaterThan(0)
    expect(seen.slice(seen.indexOf("rename"))).toEqual(["rename"])
    await session.close()
  })

  it("hold a turn's events, the outcome and the closing one included, after each kind of closure", () => {
    const archives = ["turn_001", "turn_002", "turn_003"].map(
      (turn) => JSON.parse(readFileSync(join(folder, "turns", `${turn}.json`), "utf8")) as Archive
    )
    const events = [...sessions.events(storyId)]
    expect(archives.map(({ turn_id, status }) => [turn_id, status])).toEqual([
      ["turn_001", "CLOSED_SUCCESS"],
      ["turn_002", "CLOSED_CANCELLED"],
      ["turn_003", "REFUSED"]
    ])
    for (const { turn_id, events: archived } of archives) {
      const kinds = archived.map(({ kind }) => kind)
      expect([kinds[0], ...kinds.slice(-2)]).toEqual(["TURN_OPENED", "OUTCOME_RECORDED", "TURN_CLOSED"])
      const start = events.findIndex(
        ({ kind, payload }) => kind === "TURN_OPENED" && payload["turn_id"] === turn_id
      )
      expect(archived).toMatchObject(events.slice(start, start + kinds.length))
    }
  })

  it("hold an answer and beside it the request as it was made", () => {
    const path = join(folder, "answers", "turn_001.X-1.json")
    expect(JSON.parse(readFileSync(path, "utf8"))).toMatchObject({
      input_id: "X-1",
      turn_id: "turn_001",
      answer: "blue",
      by: "stdin",
      request: { body: "Which colour?", input_id: "X-1" }
    })
  })

  it("and the folders are for their owner alone, whatever the umask", async () => {
    const before = process.umask(0)
    try {
      root = join(base, "new")
      await tell(new Sessions({ root, projections }), () => undefined)
    } finally {
      process.umask(before)
    }
    for (const name of ["", ".new", storyId, `${storyId}/owners`, `${storyId}/answers`, `${storyId}/turns`])
      expect([name, statSync(join(root, name)).mode & 0o777]).toEqual([name, 0o700])
    const files = Object.keys(filesOf(root))
    expect(files.length).toBeGreaterThan(8)
    for (const name of files) expect([name, statSync(join(root, name)).mode & 0o777]).toEqual([name, 0o600])
  })
})

const snapshot = () => join(folder, "snapshot.json")

describe("a snapshot", () => {
  // The log was copied, so it is another file: it is read once, and has a snapshot of its own then.
  beforeEach(() => reopened())

  it("spares reading the log", async () => {
    expect(await reopened()).toMatchObject({ snapshot: "used", linesParsed: 0, rebuilt: [] })
    expect(sessions.view(storyId)).toMatchObject({
      linesParsed: 0,
      seq: [...sessions.events(storyId)].length
    })
    expect(JSON.parse(readFileSync(snapshot(), "utf8"))).toMatchObject({
      snapshot: {
        offset: statSync(join(folder, "events.jsonl")).size,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/)
      }
    })
  })

  it("is not used once the log was touched, and what the log says counts", async () => {
    const log = join(folder, "events.jsonl")
    const changed = readFileSync(log, "utf8").replace("Paint it", "Print it")
    const { atime, mtime } = statSync(log)
    writeFileSync(log, changed)
    utimesSync(log, atime, mtime)
    expect(await reopened()).toMatchObject({ snapshot: "outdated", rebuilt: ["turns/turn_001.json"] })
    expect(await reopened()).toMatchObject({ snapshot: "used" })
    expect(sessions.verify(storyId)).toMatchObject({ snapshot: "agrees", differing: [] })
  })

  it("does not hide a bad line before its offset", async () => {
    const log = join(folder, "events.jsonl")
    const text = readFileSync(log, "utf8")
    writeFileSync(log, text.replace('"kind":"TURN_OPENED"', '"kind":"turn_opened"'))
    await expect(sessions.open(storyId)).rejects.toMatchObject({ code: "SESSION_UNREADABLE" })
  })

  it.each([
    ["is changed", (text: string) => text.replace('"turns":3', '"turns":4')],
    ["is cut", (text: string) => text.slice(0, 100)],
    ["is empty", () => ""],
    ["is not text", () => "\u0000\uFFFD"]
  ])("that %s is not used", async (_how, spoil) => {
    writeFileSync(snapshot(), spoil(readFileSync(snapshot(), "utf8")))
    expect(sessions.verify(storyId).snapshot).toBe("damaged")
    expect(await reopened()).toMatchObject({ snapshot: "damaged" })
    expect(await reopened()).toMatchObject({ snapshot: "used" })
  })

  it("is of the whole log, however the last events were published", async () => {
    for (const publish of [true, false]) {
      const session = await sessions.open(storyId)
      expect(session.recovery.snapshot).toBe("used")
      await session.append([{ kind: "NOTED", payload: {} }], { publish })
      await session.close()
      expect(sessions.verify(storyId)).toMatchObject({ snapshot: "agrees", differing: [] })
    }
    expect(await reopened()).toMatchObject({ snapshot: "used" })
  })

  it("of projections that meant something else is not used", async () => {
    const newer = { ...projections, told: { ...projections.told, version: 2 } }
    const session = await new Sessions({ root, projections: newer }).open(storyId)
    expect(session.recovery.snapshot).toBe("outdated")
    await session.close()
    expect(sessions.view(storyId).linesParsed).toBeGreaterThan(0)
  })

  it("is not made of a short log", async () => {
    const session = await sessions.create({ id: "short" })
    await session.close()
    expect(existsSync(join(root, "short", "snapshot.json"))).toBe(false)
  })

  it("is never ahead of the files it speaks for: those that are made once are on the device before", async () => {
    rmSync(snapshot())
    const seen: string[] = []
    const paths = new Map<number, string>()
    const watching = watchedDisk((name, given) => {
      if (name === "rename") seen.push(String(given[1]).slice(folder.length + 1))
      if (name === "sync") seen.push(`sync ${paths.get(Number(given[0]))}`)
    })
    const disk = {
      ...watching,
      open: (...given: Parameters<typeof nodeDisk.open>) => {
        const fd = watching.open(...given)
        paths.set(fd, given[0].slice(folder.length + 1))
        return fd
      }
    }
    const session = await new Sessions({ root, projections, disk }).open(storyId)
    await session.append([{ kind: "NOTED", payload: {} }])
    await session.close()
    expect(seen).toEqual([
      "sync events.jsonl",
      "state.json",
      "counts.json",
      ...[
        "answers/turn_001.X-1.json",
        "turns/turn_001.json",
        "turns/turn_002.json",
        "turns/turn_003.json"
      ].map((name) => `sync ${name}`),
      "sync answers",
      "sync turns",
      "snapshot.json"
    ])
  })
})

const stray = (files: string[]): Projection<null> => ({
  version: 1,
  initial: null,
  step: () => null,
  files,
  render: () => ({ "other.json": "" })
})

describe("projections", () => {
  it.each(["events.jsonl", "snapshot.json", "turns", "../state.json", "a/b", "", ".hidden", "/etc/passwd"])(
    "cannot be given the file name %j",
    (name) => {
      expect(() => new Sessions({ root, projections: { stray: stray([name]) } })).toThrow(TypeError)
    }
  )

  it("cannot share a file, or write one that they did not name", async () => {
    expect(() => new Sessions({ root, projections: { one: stray(["a"]), two: stray(["a"]) } })).toThrow(
      TypeError
    )
    const session = await new Sessions({ root, projections: { one: stray(["a"]) } }).create()
    const { events, unpublished } = await session.append([sessionEvents.turnOpened("turn_001", null)], {
      publish: true
    })
    expect([events.length, unpublished?.code]).toEqual([1, "SESSION_NOT_SAVED"])
    expect((await session.close())?.message).toContain("other.json")
  })
})

it("touches nothing of a session that it only reads", () => {
  appendFileSync(join(folder, "events.jsonl"), "torn")
  chmodSync(join(folder, "state.json"), 0o400)
  const before = filesOf(root)
  sessions.view(storyId)
  sessions.verify(storyId)
  sessions.list()
  expect([...sessions.events(storyId)].length).toBeGreaterThan(10)
  expect(filesOf(root)).toEqual(before)
})

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { nodeDisk } from "../../src/index.ts"
import { filesOf } from "../sessions/tree.ts"
import { watchedDisk } from "../sessions/watched-disk.ts"
import type { Setting } from "./host.ts"
import { newHost } from "./new-host.ts"
import { exitOf, idOf } from "./reports.ts"
import { request } from "./situations.ts"
import { opening, primes, question, reply, result } from "./taped.ts"

const reading = { interpretation: "The primes are meant.", approach: "A sieve." }
const tape = {
  turns: [
    {
      ...opening,
      EXECUTE: [reply({ ...question.reply, ...reading }), reply({ ...result.reply, ...reading })]
    }
  ]
}

/** Where a file is, whatever its session and its unpublished name are. */
function placeOf(path: string, root: string): string {
  const place = path.slice(root.length).replace(/^\/(\.new\/[0-9a-f]+|S-[0-9a-f]+)/, "/S")
  return place.replace(/\/\.[^/]+\.tmp$/, "/*.tmp")
}

/** A run with one question and its answer, with everything that is waited for, and what it is waited for before. */
async function told(setting: Setting = {}) {
  const said: string[] = []
  const places = new Map<number, string>()
  const watched = watchedDisk((name, [fd]) => {
    if (name === "sync") said.push(`sync ${places.get(Number(fd))}`)
  })
  const host = newHost({ tape, asked: ({ operation }) => said.push(`call ${operation}`), ...setting })
  const disk = {
    ...watched,
    open: (...given: Parameters<typeof nodeDisk.open>) => {
      const fd = watched.open(...given)
      places.set(fd, placeOf(given[0], host.root))
      return fd
    }
  }
  const paused = await host.again({ disk }).run({ request, review: "none" })
  said.push(`exit ${exitOf(paused)[0]}`)
  const sessionId = idOf(paused)
  const ended = await host.again({ disk }).answer({ sessionId, answer: "20" })
  said.push(`exit ${exitOf(ended)[0]}`)
  return { host, said, sessionId }
}

describe("a run with one question", () => {
  it("waits for the device where it acts or announces, and nowhere else", async () => {
    const { said } = await told()
    expect(said).toEqual([
      "sync /S/events.jsonl",
      "sync /S",
      "sync ",
      "call ACTIVATION",
      "sync /S/events.jsonl",
      "call BOOTSTRAP_ANALYSIS",
      "sync /S/events.jsonl",
      "call EXECUTE",
      "sync /S/events.jsonl",
      "exit 3",
      "sync /S/answers/*.tmp",
      "sync /S/events.jsonl",
      "call EXECUTE",
      "sync /S/events.jsonl",
      "exit 0"
    ])
  })

  it("has lost nothing when a power loss empties every file that nobody waited for", async () => {
    const { host, sessionId } = await told()
    const folder = join(host.root, sessionId)
    const whole = filesOf(folder)
    const kept = ["events.jsonl", "answers/turn_001.X-1.json"]
    const lost = Object.keys(whole).filter((name) => !kept.includes(name))
    expect(lost).toEqual(["current.json", "current.md", "owners/2", "state.json", "turns/turn_001.json"])
    for (const name of lost) writeFileSync(join(folder, name), "")
    const again = await host.again().resume({ sessionId })
    expect(exitOf(again)).toEqual([0, "CLOSED_SUCCESS", "CLOSED_SUCCESS"])
    expect(again.envelope.data).toMatchObject({ deliverable: { text: primes } })
    const { "owners/3": _owner, ...files } = filesOf(folder)
    const { "owners/2": _before, ...before } = whole
    expect(files).toEqual(before)
    expect(host.sessions.verify(sessionId)).toMatchObject({ differing: [], tornBytes: 0 })
  })
})

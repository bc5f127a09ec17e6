import { once } from "node:events"
import { writeSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { isMainThread, Worker, workerData as doom } from "node:worker_threads"
import { Sessions } from "../../src/index.ts"
import { projections, tell } from "./story.ts"
import { deadlyDisk, die } from "./watched-disk.ts"

// A process that works with real sessions, and says a thing only once it is recorded, one line of JSON each.
const [root = "", task = "", ...given] = process.argv.slice(2)
const say = (line: unknown) => writeSync(1, `${JSON.stringify(line)}\n`)
const { disk } = deadlyDisk(Number(process.env["DIE_AT"] ?? 0), die)
const sessions = new Sessions({ root, projections, disk })

/** A thread of a process that is killed once all its threads have come to their points. */
interface Doomed {
  readonly root: string
  readonly point: number
  readonly arrived: Int32Array
  readonly all: number
}

async function tellUntilKilled({ root: base, point, arrived, all }: Doomed): Promise<void> {
  const arrive = () => {
    if (Atomics.add(arrived, 0, 1) === all - 1) die()
    // In the middle of an operation, and never to come out of it.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  }
  const mine = new Sessions({
    root: join(base, String(point)),
    projections,
    disk: deadlyDisk(point, arrive).disk
  })
  await tell(mine, (seq) => say({ point, seq }))
}

const tasks: Record<string, () => Promise<unknown>> = {
  /** Tells the story once for each point at which it is to be killed, in threads, and is killed. */
  tell: async () => {
    const arrived = new Int32Array(new SharedArrayBuffer(4))
    const doomed = given.map((point): Doomed => ({ root, point: Number(point), arrived, all: given.length }))
    await Promise.all(
      doomed.map((workerData) => once(new Worker(fileURLToPath(import.meta.url), { workerData }), "exit"))
    )
  },
  create: () => sessions.create(),
  /** Has a session until it is killed. */
  hold: async () => {
    const { recovery } = await sessions.open(given[0] ?? "")
    say({ opened: recovery.predecessor })
    await new Promise((resolve) => setTimeout(resolve, 600_000))
  },
  open: async () => {
    const session = await sessions.open(given[0] ?? "")
    say({ opened: session.recovery })
    await session.close()
  },
  /** Takes a number of turns with a session that others want as well, and counts in it. */
  count: async () => {
    for (let left = Number(given[1]); left > 0;)
      try {
        const session = await sessions.open(given[0] ?? "")
        const { events } = await session.append([{ kind: "COUNTED", payload: { by: process.pid } }])
        await session.close()
        say({ counted: events[0]?.seq })
        left -= 1
      } catch (error) {
        if ((error as { code?: string }).code !== "SESSION_BUSY") throw error
        await new Promise((resolve) => setTimeout(resolve, 3))
      }
  },
  answer: async () => say(await sessions.answer(given[0] ?? "", { answer: given[1] ?? "", by: "stdin" })),
  /** Writes an event of the given number of bytes. */
  append: async () => {
    const session = await sessions.open(given[0] ?? "")
    try {
      await session.append([{ kind: "LONG", payload: { text: "x".repeat(Number(given[1])) } }])
      say({ seq: session.seq })
    } finally {
      await session.close()
    }
  }
}

try {
  await (isMainThread ? tasks[task]?.() : tellUntilKilled(doom as Doomed))
} catch (error) {
  const { code, message, retryable } = error as { code?: string; message: string; retryable?: boolean }
  say({ code, message, retryable })
  process.exitCode = 1
}

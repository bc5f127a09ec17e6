import { Sessions } from "../../src/index.ts"
import { projections, tell } from "./story.ts"
import { deadlyDisk } from "./watched-disk.ts"

// A process that works with real sessions, and says a thing only once it is recorded, one line of JSON each.
const [root = "", task = "", ...given] = process.argv.slice(2)
const say = (line: unknown) => process.stdout.write(`${JSON.stringify(line)}\n`)
const dieAt = Number(process.env["DIE_AT"] ?? 0)
const sessions = new Sessions({ root, projections, ...(dieAt === 0 ? {} : { disk: deadlyDisk(dieAt) }) })

const tasks: Record<string, () => Promise<unknown>> = {
  tell: () => tell(sessions, say),
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
  await tasks[task]?.()
} catch (error) {
  const { code, message, retryable } = error as { code?: string; message: string; retryable?: boolean }
  say({ code, message, retryable })
  process.exitCode = 1
}

// The side of byhand, in a process of its own: node byhand-side.mjs ROOT
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { serve } from "../support/side.mjs"
import { startByhand } from "./byhand.mjs"
import { heap } from "./heap.mjs"
import { timePausing } from "./time-pausing.mjs"

const [root] = process.argv.slice(2)
const byhand = startByhand(root)
const timing = timePausing(async (answer) => {
  const id = await byhand.pause()
  return { id, result: await byhand.resume(id, answer) }
})

serve({
  ...timing,
  count: byhand.count,
  check: () => timing.check(byhand.stored),
  /** Bytes of heap for each session that has paused and was let go. */
  async paused(count) {
    for (let at = 0; at < 50; at += 1) await byhand.pause()
    const before = heap()
    for (let at = 0; at < count; at += 1) await byhand.pause()
    return (heap() - before) / count
  },
  /** Bytes of heap for each run that waits in this process for its answer. */
  async waiting(count) {
    const runs = startByhand(join(root, "waiting"), { isTerminal: true })
    const start = async (more) => {
      const asked = runs.asked() + more
      for (let at = 0; at < more; at += 1) runs.wait()
      while (runs.asked() < asked) await sleep(10)
    }
    await start(20)
    const before = heap()
    await start(count)
    return (heap() - before) / count
  }
})

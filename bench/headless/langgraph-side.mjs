// The side of LangGraph.js, in a process of its own: node langgraph-side.mjs PROGRAMS ROOT GRAPH
import { serve } from "../support/side.mjs"
import { heap } from "./heap.mjs"
import { startLangGraph } from "./langgraph.mjs"
import { timePausing } from "./time-pausing.mjs"

const [programs, root, graph] = process.argv.slice(2)
const threads = await startLangGraph(programs, root, graph)
const { journal, synchronous } = threads.durability()
if (journal !== "wal" || synchronous !== 2)
  throw new Error(`SQLite keeps ${journal}, synchronous ${synchronous}. Expected wal and 2 (FULL).`)
const timing = timePausing(async (answer, number) => {
  const id = `thread-${number}`
  await threads.pause(id)
  return { id, result: await threads.resume(id, answer) }
})

serve({
  ...timing,
  count: threads.count,
  check: () => timing.check(threads.stored),
  /** Bytes of heap for each thread that has paused. */
  async paused(count) {
    for (let at = 0; at < 50; at += 1) await threads.pause(`warm-${at}`)
    const before = heap()
    for (let at = 0; at < count; at += 1) await threads.pause(`paused-${at}`)
    return (heap() - before) / count
  }
})

// @byhand/headless as it is used: its controller, its sessions on this disk, and a provider that replies at once.
import {
  answerSession,
  headlessLayer,
  Lines,
  nodeDisk,
  Provider,
  Router,
  runSession,
  Store
} from "../../packages/headless/dist/index.js"
import { Effect, Layer, ManagedRuntime } from "./effect.mjs"
import { analysis, question, request, resultOf } from "./task.mjs"

const reading = { interpretation: "A wall is to be painted.", approach: "With a brush." }
const replies = {
  BOOTSTRAP_ANALYSIS: () => ({ kind: "ANALYSIS", ...analysis }),
  EXECUTE: ({ supplied_inputs = [] }) =>
    supplied_inputs.length === 0
      ? { kind: "REQUEST_INPUT", ...question, ...reading }
      : { kind: "RESULT", body: resultOf(supplied_inputs[0].answer), ...reading }
}
const provider = Layer.succeed(Provider, {
  name: "at once",
  call: ({ operation, input }) => Effect.succeed({ text: JSON.stringify(replies[operation](input)) })
})
const router = Layer.succeed(Router, {
  isImmediate: true,
  route: () => Effect.succeed({ _tag: "Routed", route: "APPLY_PROTOCOL" })
})

/** Runs in a folder. `isTerminal`: a run that asks waits in this process for an answer that never comes. */
export function startByhand(root, { isTerminal = false } = {}) {
  let asked = 0
  const next = () => {
    asked += 1
    return Effect.never
  }
  const lines = Layer.succeed(Lines, { by: "terminal", next, say: () => Effect.void })
  const counted = { syncs: 0, calls: 0 }
  const disk = Object.fromEntries(
    Object.entries(nodeDisk).map(([name, work]) => [
      name,
      (...given) => {
        counted[name === "sync" ? "syncs" : "calls"] += 1
        return work(...given)
      }
    ])
  )
  const services = headlessLayer({ root, provider, router, ...(isTerminal ? { lines } : {}) })
  const runtimes = {
    plain: ManagedRuntime.make(services),
    counting: ManagedRuntime.make(Layer.merge(services, Store.layer({ root, disk })))
  }
  const run = (work, runtime = "plain") => runtimes[runtime].runPromise(work)
  const pause = async (runtime) => {
    const report = await run(runSession({ request, review: "none" }), runtime)
    expect(report, 3)
    return report.session_id
  }
  const resume = async (sessionId, answer, runtime) => {
    const report = await run(answerSession({ sessionId, answer, by: "argument" }), runtime)
    expect(report, 0)
    return report.envelope.data.deliverable.text
  }
  return {
    pause,
    resume,
    /** Starts a run that asks and waits. */
    wait: () => runtimes.plain.runFork(runSession({ request, review: "none" })),
    /** What one session with one question costs in calls of the file system, and in syncs. */
    async count() {
      const before = { ...counted }
      await resume(await pause("counting"), "blue", "counting")
      return { syncs: counted.syncs - before.syncs, calls: counted.calls - before.calls }
    },
    asked: () => asked,
    /** The result of a session, read from its log; its other files must say the same. */
    async stored(id) {
      const sessions = await run(Store.use((store) => Effect.succeed(store.sessions)))
      const { differing } = sessions.verify(id)
      if (differing.length > 0) throw new Error(`Of the session ${id}, ${differing} is not as its log says.`)
      const { closing } = sessions.view(id).states.run.turn
      return closing?.kind === "CLOSED_SUCCESS" ? closing.deliverable : undefined
    }
  }
}

function expect({ exit, envelope }, code) {
  if (exit.code !== code)
    throw new Error(`A run ended with ${exit.code}. Expected ${code}: ${JSON.stringify(envelope)}`)
}

// LangGraph.js with its SQLite checkpointer, as durable as SQLite can be: WAL, and a sync with every commit.
import { createRequire } from "node:module"
import { join } from "node:path"
import { importFrom } from "../support/compared.mjs"
import { analysis, question, request, resultOf } from "./task.mjs"

/** Threads in a database. `graph` is "least", one node that asks; or "calls", in which every call of the model is a node. */
export async function startLangGraph(folder, root, graph) {
  const { Annotation, Command, END, INTERRUPT, interrupt, START, StateGraph } = await importFrom(
    folder,
    "@langchain/langgraph"
  )
  const { SqliteSaver } = await importFrom(folder, "@langchain/langgraph-checkpoint-sqlite")
  const Database = createRequire(join(folder, "package.json"))("better-sqlite3")
  const file = join(root, `${graph}.db`)
  const database = new Database(file)
  let other
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  const saver = new SqliteSaver(database)
  const channels = ["request", "analysis", "question", "answer", "result"]
  const State = Annotation.Root(Object.fromEntries(channels.map((name) => [name, Annotation()])))

  const least = () =>
    new StateGraph(State)
      .addNode("work", () => {
        const answer = interrupt(question)
        return { answer, result: resultOf(answer) }
      })
      .addEdge(START, "work")
      .addEdge("work", END)
  const calls = () =>
    new StateGraph(State)
      .addNode("analyze", () => ({ analysis }))
      .addNode("execute", ({ answer }) =>
        answer === undefined ? { question } : { result: resultOf(answer) }
      )
      .addNode("ask", (state) => ({ answer: interrupt(state.question) }))
      .addEdge(START, "analyze")
      .addEdge("analyze", "execute")
      .addConditionalEdges("execute", ({ result }) => (result === undefined ? "ask" : END))
      .addEdge("ask", "execute")
  const app = { least, calls }[graph]().compile({ checkpointer: saver })

  const pause = async (id) => {
    const paused = await app.invoke({ request }, of(id))
    if (paused[INTERRUPT]?.[0]?.value.body !== question.body) throw new Error(`${id} did not ask.`)
  }
  const resume = async (id, answer) => {
    const { result } = await app.invoke(new Command({ resume: answer }), of(id))
    return result
  }
  return {
    pause,
    resume,
    /** The pragmas that decide how durable a commit is. */
    durability: () => ({
      journal: database.pragma("journal_mode", { simple: true }),
      synchronous: database.pragma("synchronous", { simple: true })
    }),
    /** What one thread with one question costs in commits. */
    async count() {
      let commits = 0
      const originals = { put: saver.put, putWrites: saver.putWrites }
      for (const [name, original] of Object.entries(originals))
        saver[name] = (...given) => {
          commits += 1
          return original.apply(saver, given)
        }
      await pause("counted")
      await resume("counted", "blue")
      Object.assign(saver, originals)
      return { commits }
    },
    /** The result of a thread, read by another connection. */
    async stored(id) {
      other ??= new SqliteSaver(new Database(file))
      const tuple = await other.getTuple(of(id))
      return tuple?.checkpoint.channel_values.result
    }
  }
}

function of(thread_id) {
  return { configurable: { thread_id } }
}

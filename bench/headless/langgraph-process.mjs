// One process of LangGraph.js: node langgraph-process.mjs PROGRAMS ROOT pause|resume THREAD
import { startLangGraph } from "./langgraph.mjs"

const [programs, root, what, id] = process.argv.slice(2)
const threads = await startLangGraph(programs, root, "least")
if (what === "pause") await threads.pause(id)
else console.log(await threads.resume(id, "blue"))

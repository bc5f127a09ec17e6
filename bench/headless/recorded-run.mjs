import {
  answerSession,
  headlessLayer,
  Lines,
  readLogEvent,
  replayProvider,
  runSession,
  Store
} from "../../packages/headless/dist/index.js"
import { Effect } from "./effect.mjs"
import { analysis, question, request, resultOf } from "./task.mjs"

const replies = {
  ACTIVATION: [{ route: "APPLY_PROTOCOL" }],
  BOOTSTRAP_ANALYSIS: [{ kind: "ANALYSIS", ...analysis }],
  DRAFT_PROMPT: [{ kind: "PROMPT", prompt_body: "Paint the wall.", approach_handoff: "NONE" }],
  DRAFT_PLAN: [{ kind: "PLAN", neutral_plan_body: "1. Take a brush." }],
  EXECUTE: [
    { kind: "REQUEST_INPUT", ...question },
    { kind: "RESULT", body: resultOf("blue") }
  ]
}

/** The events of a run with both gates and one question, as the controller wrote them into its log. */
export async function recordedRun(root) {
  const turn = Object.entries(replies).map(([name, list]) => [name, list.map((reply) => ({ reply }))])
  const layer = headlessLayer({
    root,
    provider: replayProvider({ turns: [Object.fromEntries(turn)] }),
    lines: Lines.layerOf(["/confirm", "/confirm"])
  })
  const run = (work) => Effect.runPromise(Effect.provide(work, layer))
  const { session_id: sessionId } = await run(runSession({ request }))
  await run(answerSession({ sessionId, answer: "blue", by: "argument" }))
  const stored = await run(Store.use(({ sessions }) => Effect.sync(() => [...sessions.events(sessionId)])))
  return stored
    .map((event) => readLogEvent(event))
    .filter(({ _tag }) => _tag !== "Other")
    .map(({ event }) => event)
}

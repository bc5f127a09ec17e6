// A host of its own, whose program does not end: `node long-run.mjs ROOT`. It is killed while the program runs.
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { headlessLayer, javascript, replayProvider, runSession, Sandbox, Verifier } from "../../dist/index.js"

const content = `require("fs").writeFileSync("begun", "")
setTimeout(() => console.log(JSON.stringify([1].concat(2))), 60_000)`
const program = {
  role: "solver",
  language: "javascript",
  entry: "main.js",
  files: [{ path: "main.js", content }]
}
const result = {
  kind: "RESULT",
  body: "Done.",
  interpretation: "i",
  approach: "a",
  result_ir: { programs: [program] }
}
const analysis = { kind: "ANALYSIS", task: "t", deliverable: "d", constraints: [], missing_information: [] }
const tape = {
  turns: [
    {
      ACTIVATION: [{ reply: { route: "APPLY_PROTOCOL" } }],
      BOOTSTRAP_ANALYSIS: [{ reply: analysis }],
      EXECUTE: [{ reply: result }]
    }
  ]
}
const verifier = Layer.provide(Verifier.layerPrograms, Sandbox.layer({ languages: [javascript] }))
const layer = headlessLayer({ root: process.argv[2], provider: replayProvider(tape), verifier })
await Effect.runPromise(
  Effect.provide(runSession({ request: "Do it", review: "none", verified: true }), layer)
)

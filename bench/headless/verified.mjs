import { spawnSync } from "node:child_process"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import {
  headlessLayer,
  javascript,
  replayProvider,
  runSession,
  Sandbox,
  Verifier
} from "../../packages/headless/dist/index.js"
import { milliseconds, printRatio } from "../support/verdict.mjs"
import { Effect, Layer, ManagedRuntime } from "./effect.mjs"
import { solverOf, tapeOf } from "./primes.mjs"

const steward = new URL("../../examples/steward/bin/run.js", import.meta.url).pathname
const alone = "the program alone"
/** A program that is over at once, and one that computes for a while. */
const sizes = { "a program that ends at once": 100, "a program that computes": 50_000_000 }

/**
 * A verified run against the program that establishes it, run by itself. The verified run is one of a host that is there already,
 * and of a whole process.
 */
export async function verifiedRuns(root, { rounds }) {
  const sandbox = Sandbox.layer({ languages: [javascript] })
  for (const [name, below] of Object.entries(sizes)) {
    const folder = join(root, String(below))
    const provider = replayProvider(tapeOf(below))
    const verifier = Layer.provide(Verifier.layerPrograms, sandbox)
    const host = ManagedRuntime.make(headlessLayer({ root: folder, provider, verifier }))
    const unverifying = ManagedRuntime.make(headlessLayer({ root: folder, provider }))
    const inSandbox = ManagedRuntime.make(sandbox)
    const files = [{ path: "main.mjs", content: solverOf(below) }]
    const program = { role: "solver", language: "javascript", entry: "main.mjs", files }
    const [bare, tape] = [join(root, `${below}.mjs`), join(root, `${below}.json`)]
    writeFileSync(bare, solverOf(below))
    writeFileSync(tape, JSON.stringify(tapeOf(below)))
    const sides = {
      [alone]: () => node([bare]),
      "the program in the sandbox": () =>
        inSandbox.runPromise(Sandbox.use((one) => one.run(program, null, () => Effect.void))),
      "a run that verifies nothing": () => run(unverifying, false),
      "a verified run": () => run(host, true),
      "a verified run as a process of steward": () =>
        node([steward, "run", "--prompt", "Count", "--review", "none", "--verify", "--replay", tape], {
          STEWARD_HOME: folder
        })
    }
    const times = await inTurn(sides, rounds)
    console.log(`\nA verified run, with ${name}`)
    for (const [side, took] of Object.entries(times)) console.log(`  ${side}: ${milliseconds(took)}`)
    const { [alone]: base, ...others } = times
    for (const [side, took] of Object.entries(others)) printRatio(`${side} / ${alone}`, took, base)
    for (const runtime of [host, unverifying, inSandbox]) await runtime.dispose()
  }
}

async function run(runtime, verified) {
  const { exit, envelope } = await runtime.runPromise(
    runSession({ request: "Count", review: "none", verified })
  )
  const { verification } = envelope.data
  if (exit.code !== 0 || (verified && verification.details.provenance === undefined))
    throw new Error(`A run ended with ${exit.code}: ${JSON.stringify(envelope)}`)
}

function node(args, env = {}) {
  // A program in the sandbox has none of the host's variables, and some of them (certificates to be loaded) cost Node 40 ms.
  const { PATH, HOME } = process.env
  const { status, stderr } = spawnSync(process.execPath, args, { env: { PATH, HOME, ...env } })
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}.\n${stderr}`)
}

/** The times of all sides, round by round, in alternating order. The first rounds are not counted. */
async function inTurn(sides, rounds) {
  const names = Object.keys(sides)
  const times = Object.fromEntries(names.map((name) => [name, []]))
  for (let round = -2; round < rounds; round += 1)
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const start = performance.now()
      await sides[name]()
      if (round >= 0) times[name].push(performance.now() - start)
    }
  return times
}

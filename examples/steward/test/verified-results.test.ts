import { readdirSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ModelServer } from "../../../packages/headless/test/providers/model-server.ts"
import { Home, ran as readRan, type Ran } from "./support/home.ts"
import { newHome } from "./support/new-home.ts"
import { type Knowledgeable, programmingModel } from "./support/programming-model.ts"

const program = (role: "solver" | "checker", content: string) => (language: string) => ({
  role,
  language,
  entry: "main.js",
  files: [{ path: "main.js", content }]
})
const sieve = program(
  "solver",
  `const primes = []
for (let n = 2; n < 12; n++) if (primes.every((p) => n % p !== 0)) primes.push(n)
console.log(JSON.stringify(primes))`
)
const search = program(
  "solver",
  `let tried = 0
for (let n = 2; n < 12; n++) tried += 1
console.log(JSON.stringify({ polarity: "negative", basis: "search", nodes_explored: tried }))`
)
const copy = program("solver", `console.log(JSON.stringify([2, 3, 5, 7, 11]))`)
const sumsTo10 = program(
  "checker",
  `const given = JSON.parse(require("fs").readFileSync(0, "utf8"))
process.exitCode = Array.isArray(given) && given.reduce((sum, n) => sum + n, 0) === 10 ? 0 : 1`
)

/** What each model sends, by its name. */
const models = {
  solver: { first: (js) => ({ programs: [sieve(js)] }) },
  certificate: { first: (js) => ({ programs: [sumsTo10(js)], certificate: [1, 2, 3, 4] }) },
  "negative-printed": { first: (js) => ({ programs: [search(js)] }) },
  "negative-declared": {
    first: () => ({ witness: { polarity: "negative", basis: "search", nodes_explored: 10 } })
  },
  "open-defects": { first: () => ({ open_defects: [{ description: "Nothing is tested." }] }) },
  argument: { first: () => ({ witness: { polarity: "positive", basis: "proof", argument: "It follows." } }) },
  "written-out": { first: (js) => ({ programs: [copy(js)] }) },
  "written-out-then-computed": {
    first: (js) => ({ programs: [copy(js)] }),
    repaired: (js) => ({ programs: [sieve(js)] })
  }
} as const satisfies Record<string, Knowledgeable>

let home: Home
let server: ModelServer
beforeAll(async () => {
  home = new Home()
  server = await ModelServer.start(programmingModel(models))
})
afterAll(async () => {
  await server.stop()
  home.remove()
})

function run(model: keyof typeof models): Promise<Ran> {
  const asked = ["--model-url", server.baseUrl, "--model", model]
  return home.run(["run", "--prompt", "Do it", "--review", "none", "--verify", ...asked])
}

const exitCodes = ({ result }: Ran): unknown => {
  const { programs = [] } = (result.verification?.details ?? {}) as { programs?: { exit_code: number }[] }
  return programs.map(({ exit_code }) => exit_code)
}
const started = ({ result }: Ran) => home.count(result.session_id ?? "", "PROGRAM_STARTED")
const sessionsOf = ({ home: folder }: Home) => readdirSync(folder).filter((name) => name.startsWith("S-"))
/** What was confirmed and what was run, in the order of the log. */
const orderOf = (at: Home, { result }: Ran) =>
  at
    .events(result.session_id ?? "")
    .map(({ kind }) => kind)
    .filter((kind) => kind === "ACCEPT_CURRENT" || kind === "PROGRAM_STARTED")
const halted = (stage: string, code: number) =>
  `[headless halt] Session ended with stage '${stage}'. Exiting fail-closed (code ${code}).\n`

describe.concurrent("steward run --verify with a model behind an address", () => {
  it("ends with 0 on a positive witness that a solver printed", async () => {
    const ran = await run("solver")
    expect([ran.exitCode, ran.result.closure, ran.stderr]).toEqual([0, "CLOSED_SUCCESS", ""])
    expect(ran.result.verification).toMatchObject({
      status: "ESTABLISHED",
      details: { witness: [2, 3, 5, 7, 11], provenance: expect.stringContaining("not that it is right") }
    })
    expect([exitCodes(ran), started(ran)]).toEqual([[0], 1])
    expect(ran.result.deliverable).toMatchObject({ verified: true })
  })

  it("ends with 0 on a certificate that a checker accepted, which takes neither null nor {}", async () => {
    const ran = await run("certificate")
    expect([ran.exitCode, ran.result.closure, ran.stderr]).toEqual([0, "CLOSED_SUCCESS", ""])
    expect(ran.result.verification).toMatchObject({
      status: "ESTABLISHED",
      details: { certificate: [1, 2, 3, 4] }
    })
    expect([exitCodes(ran), started(ran)]).toEqual([[0, 1, 1], 3])
  })

  it.each([
    ["negative-printed", "NEGATIVE_PRINTED", 1],
    ["negative-declared", "NEGATIVE_DECLARED", 0],
    ["open-defects", "OPEN_DEFECTS", 0],
    ["argument", "ARGUMENT", 0]
  ] as const)("ends with 5 on %s, for the reason %s, and publishes it", async (model, reason, programs) => {
    const ran = await run(model)
    expect([ran.exitCode, ran.stderr]).toEqual([5, halted("CLOSED_UNVERIFIED", 5)])
    expect(ran.result).toMatchObject({
      stage: "CLOSED_UNVERIFIED",
      closure: "CLOSED_UNVERIFIED",
      verification: { status: "UNESTABLISHED", reason, note: expect.stringMatching(/\S/) },
      deliverable: { text: expect.stringContaining("Do it"), verified: false },
      usage: { calls: 3 }
    })
    expect(started(ran)).toBe(programs)
    const closing = home
      .events(ran.result.session_id ?? "")
      .filter(({ kind }) => kind === "CLOSED_UNVERIFIED")
    expect(closing.map(({ payload }) => payload["reason"])).toEqual([reason])
  })

  it("has a witness that is written out repaired, and ends with 0 when the repair computes it", async () => {
    const ran = await run("written-out-then-computed")
    expect([ran.exitCode, ran.result.closure, ran.result.usage.calls]).toEqual([0, "CLOSED_SUCCESS", 4])
    expect(ran.result.verification).toMatchObject({ status: "ESTABLISHED" })
    const told = server.requests.find(
      ({ operation, body }) => operation === "repair" && body.model === "written-out-then-computed"
    )
    const { findings } = JSON.parse(told?.body.messages[1]?.content ?? "{}") as { findings: object[] }
    expect(findings).toEqual([expect.objectContaining({ code: "WITNESS_WRITTEN_OUT" })])
  })

  it("ends with 1 when every attempt writes it out, and publishes the failure", async () => {
    const ran = await run("written-out")
    expect([ran.exitCode, ran.stderr]).toEqual([1, halted("CLOSED_CANCELLED", 1)])
    expect(ran.result).toMatchObject({
      closure: "CLOSED_CANCELLED",
      verification: { status: "FAILED", findings: [{ code: "WITNESS_WRITTEN_OUT" }] },
      deliverable: null
    })
    expect(started(ran)).toBe(2)
  })

  it("runs the solver only after a person has confirmed both gates at a terminal", async () => {
    const gated = newHome()
    const asked = `--verify --model-url ${server.baseUrl} --model solver`
    const terminal = gated.terminal(`steward run --prompt 'Do it' ${asked} >result.json`)
    for (const gate of [1, 2]) {
      await terminal.waitFor(/> $/)
      const [id = ""] = sessionsOf(gated)
      expect(gated.count(id, "ACCEPT_CURRENT")).toBe(gate - 1)
      terminal.type("/confirm\r")
      await terminal.waitFor(/\/confirm\n/)
    }
    const { exitCode } = await terminal.ended
    const { stdout } = await gated.shell("cat result.json")
    const done = readRan({ exitCode, signal: null, stdout, stderr: "", durationMs: 0 })
    expect([exitCode, done.result.verification?.status]).toEqual([0, "ESTABLISHED"])
    expect(orderOf(gated, done)).toEqual(["ACCEPT_CURRENT", "ACCEPT_CURRENT", "PROGRAM_STARTED"])
  })

  it("is held at a gate with 2, and is still verified when another process confirms", async () => {
    const gated = newHome()
    const asked = ["--model-url", server.baseUrl, "--model", "written-out"]
    const held = await gated.run(["run", "--prompt", "Do it", "--verify", "--max-repairs", "0", ...asked])
    expect([held.exitCode, orderOf(gated, held)]).toEqual([2, []])
    const resume = ["resume", held.result.session_id ?? "", ...asked]
    const resumed = await gated.run(resume, { stdin: "/confirm\n/confirm\n" })
    expect([resumed.exitCode, resumed.result.verification]).toEqual([
      1,
      expect.objectContaining({ findings: [expect.objectContaining({ code: "WITNESS_WRITTEN_OUT" })] })
    ])
    expect(orderOf(gated, resumed)).toEqual(["ACCEPT_CURRENT", "ACCEPT_CURRENT", "PROGRAM_STARTED"])
  })
})

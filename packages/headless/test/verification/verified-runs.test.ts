import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { JsonObject, JsonValue } from "@byhand/envelope"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { afterAll, describe, expect, it } from "vitest"
import {
  headlessLayer,
  javascript,
  type Language,
  replayProvider,
  resumeSession,
  runSession,
  type RunReport,
  Sandbox,
  type Tape,
  Verifier
} from "../../src/index.ts"

const root = mkdtempSync(join(tmpdir(), "verified-"))
afterAll(() => rmSync(root, { recursive: true }))

const opening: Tape["turns"][number] = {
  ACTIVATION: [{ reply: { route: "APPLY_PROTOCOL" } }],
  BOOTSTRAP_ANALYSIS: [
    { reply: { kind: "ANALYSIS", task: "t", deliverable: "d", constraints: [], missing_information: [] } }
  ]
}
const reading = { interpretation: "As it says.", approach: "By a program." }

type Ir = Readonly<Record<string, JsonValue>>
const attempt = (result_ir?: Ir) => ({
  reply: {
    kind: "RESULT",
    body: "The deliverable.",
    ...reading,
    ...(result_ir === undefined ? {} : { result_ir })
  } as JsonObject
})
const program = (role: string, content: string, more: Ir = {}): JsonObject => ({
  role,
  language: "javascript",
  entry: "main.js",
  files: [{ path: "main.js", content }],
  ...more
})
const solver = (content: string, more: Ir = {}) => program("solver", content, more)
const checker = (content: string) => program("checker", content)

const sieve = solver(
  "const out = []\nfor (let n = 2; n < 12; n++) if (out.every((p) => n % p)) out.push(n)\nconsole.log(JSON.stringify(out))"
)
const sumsTo10 = checker(
  "const c = JSON.parse(require('fs').readFileSync(0, 'utf8'))\nprocess.exitCode = Array.isArray(c) && c.reduce((a, b) => a + b, 0) === 10 ? 0 : 1"
)

interface Setting {
  readonly attempts: readonly ReturnType<typeof attempt>[]
  readonly verified?: boolean
  readonly maxRepairs?: number
  readonly language?: Language
  readonly limits?: Partial<{ timeMs: number; memoryBytes: number; outputBytes: number }>
}

function layerOf({ attempts, language = javascript, limits }: Setting) {
  const [first, ...rest] = attempts
  const tape: Tape = { turns: [{ ...opening, EXECUTE: first === undefined ? [] : [first], REPAIR: rest }] }
  const verifier = Layer.provide(Verifier.layerPrograms, Sandbox.layer({ languages: [language], limits }))
  return headlessLayer({ root, provider: replayProvider(tape), verifier })
}

function run(setting: Setting): Promise<RunReport> {
  const { verified = true, maxRepairs = 0 } = setting
  const running = runSession({ request: "Do it", review: "none", verified, maxRepairs })
  return Effect.runPromise(Effect.provide(running, layerOf(setting)))
}

const resultOf = ({ envelope }: RunReport) => envelope.data as JsonObject & { verification: JsonObject }
const eventsOf = (report: RunReport) =>
  readFileSync(join(root, String(resultOf(report)["session_id"]), "events.jsonl"), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { kind: string; payload: JsonObject })
const codesOf = (report: RunReport) =>
  (resultOf(report).verification["findings"] as { code: string }[]).map(({ code }) => code)

describe("a task that has to be verified ends with 0", () => {
  it.concurrent("when a solver that the host ran prints a positive witness, and the result says what that shows", async () => {
    const report = await run({
      attempts: [attempt({ programs: [sieve], witness: { polarity: "positive", data: [2, 3, 5, 7, 11.0] } })]
    })
    expect([report.exit.code, report.exit.closure]).toEqual([0, "CLOSED_SUCCESS"])
    expect(resultOf(report).verification).toMatchObject({
      status: "ESTABLISHED",
      details: {
        verifier: "programs",
        provenance: expect.stringContaining("not that it is right"),
        witness: [2, 3, 5, 7, 11],
        programs: [{ role: "solver", language: "javascript", exit_code: 0 }]
      }
    })
    expect(resultOf(report)["usage"]).toMatchObject({ calls: 3 })
    const kinds = eventsOf(report).map(({ kind }) => kind)
    expect(kinds.slice(kinds.lastIndexOf("EFFECT_STARTED"))).toEqual([
      "EFFECT_STARTED",
      "PROGRAM_STARTED",
      "EFFECT_FINISHED",
      "CLOSED_SUCCESS",
      "OUTCOME_RECORDED",
      "TURN_CLOSED"
    ])
  })

  it.concurrent("when a checker accepts the certificate, and neither null nor {}", async () => {
    const report = await run({ attempts: [attempt({ programs: [sumsTo10], certificate: [1, 2, 3, 4] })] })
    expect([report.exit.code, report.exit.closure]).toEqual([0, "CLOSED_SUCCESS"])
    const { details } = resultOf(report).verification as { details: { programs: { exit_code: number }[] } }
    expect(details.programs.map(({ exit_code }) => exit_code)).toEqual([0, 1, 1])
  })

  it.concurrent("when a repair computes what the first attempt wrote out", async () => {
    const written = attempt({ programs: [solver("console.log(JSON.stringify([2, 3, 5, 7, 11]))")] })
    const report = await run({ attempts: [written, attempt({ programs: [sieve] })], maxRepairs: 1 })
    expect(report.exit.closure).toBe("CLOSED_SUCCESS")
    const repair = eventsOf(report).find(({ kind }) => kind === "VERIFICATION_REPAIR")
    expect(repair?.payload).toMatchObject({ counted: true, findings: [{ code: "WITNESS_WRITTEN_OUT" }] })
  })
})

const negative = { polarity: "negative", basis: "search", nodes_explored: 12 }

describe("a result that rests on a claim closes CLOSED_UNVERIFIED, with 5 and its reason,", () => {
  it.concurrent.each([
    [
      "a negative claim that a program printed",
      "NEGATIVE_PRINTED",
      {
        programs: [
          solver(
            "console.log(JSON.stringify({ polarity: 'negative', basis: 'search', nodes_explored: 3 * 4 }))"
          )
        ]
      }
    ],
    ["a negative claim that the reply declares", "NEGATIVE_DECLARED", { witness: negative }],
    [
      "a negative claim with a certificate that would be accepted",
      "NEGATIVE_DECLARED",
      { witness: negative, programs: [sumsTo10], certificate: [10] }
    ],
    ["open requirements without a witness", "OPEN_DEFECTS", { open_defects: [{ description: "No tests." }] }],
    [
      "a requirement that is reconciled as open",
      "OPEN_DEFECTS",
      { reconciliation: [{ requirement: "Tests", status: "open" }] }
    ],
    [
      "a positive result by argument",
      "ARGUMENT",
      { witness: { polarity: "positive", basis: "proof", argument: "Because." } }
    ]
  ] as const)("when it is %s, in every mode", async (_, reason, ir) => {
    for (const verified of [true, false]) {
      const report = await run({ verified, attempts: [attempt(ir as unknown as Ir)] })
      expect([report.exit.code, report.exit.closure]).toEqual([5, "CLOSED_UNVERIFIED"])
      expect(resultOf(report).verification).toMatchObject({
        status: "UNESTABLISHED",
        reason,
        note: expect.any(String)
      })
      expect(resultOf(report)["deliverable"]).toMatchObject({ text: "The deliverable.", verified: false })
    }
  })
})

describe("an attempt is a finding to repair, then 1,", () => {
  const data = { polarity: "positive", data: [2, 3, 5, 7, 11] }
  it.concurrent.each([
    ["a positive witness that no program printed", "WITNESS_NOT_COMPUTED", { witness: data }],
    [
      "another witness than its solver prints",
      "WITNESS_DIFFERS",
      { programs: [sieve], witness: { polarity: "positive", data: [2, 3, 5] } }
    ],
    ["a witness that is written out", "WITNESS_WRITTEN_OUT", { programs: [solver("console.log('[2,3]')")] }],
    [
      "a solver that prints no JSON",
      "WITNESS_UNREADABLE",
      { programs: [solver("console.log('Found it!')")] }
    ],
    ["a solver that fails", "PROGRAM_FAILED", { programs: [solver("throw new Error('no luck')")] }],
    [
      "a certificate that its checker rejects",
      "CERTIFICATE_REJECTED",
      { programs: [sumsTo10], certificate: [1] }
    ],
    [
      "a checker that accepts anything",
      "CHECKER_ACCEPTS_ANYTHING",
      { programs: [checker("")], certificate: [1] }
    ],
    ["a certificate without a checker", "CHECKER_MISSING", { certificate: [1] }],
    ["an empty certificate", "CERTIFICATE_EMPTY", { programs: [sumsTo10], certificate: {} }],
    ["two solvers", "PROGRAM_INVALID", { programs: [sieve, sieve] }],
    [
      "a language that the host does not run",
      "PROGRAM_INVALID",
      { programs: [solver("", { language: "cobol" })] }
    ],
    [
      "a path out of its folder",
      "PROGRAM_INVALID",
      { programs: [solver("", { files: [{ path: "../main.js", content: "" }], entry: "../main.js" })] }
    ],
    [
      "an entry that is none of its files",
      "PROGRAM_INVALID",
      { programs: [solver("", { entry: "other.js" })] }
    ],
    ["a checker that is the solver", "PROGRAM_INVALID", { programs: [sieve, { ...sieve, role: "checker" }] }],
    ["nothing that speaks for it", "WITNESS_MISSING", {}],
    ["programs that are none", "OUTPUT_MALFORMED", { programs: [{ role: "oracle" }] }]
  ] as const)("when it has %s", async (_, code, ir) => {
    const report = await run({ attempts: [attempt(ir as unknown as Ir)] })
    expect([report.exit.code, report.exit.closure]).toEqual([1, "CLOSED_CANCELLED"])
    expect(codesOf(report)).toEqual([code])
  })

  it.concurrent.each([
    ["too long", "PROGRAM_TIMED_OUT", "for (;;);", { timeMs: 500 }],
    [
      "too much memory",
      "PROGRAM_MEMORY_LIMIT",
      "const all = []\nfor (;;) all.push(Buffer.alloc(1e7, 1))",
      { memoryBytes: 150e6 }
    ],
    [
      "too much output",
      "PROGRAM_OUTPUT_LIMIT",
      "for (;;) require('fs').writeSync(1, 'x'.repeat(1e4))",
      { outputBytes: 5e4 }
    ]
  ])("when its program uses %s, and that counts as a repair", async (_, code, source, limits) => {
    const flawed = attempt({ programs: [solver(source)] })
    const report = await run({ attempts: [flawed, flawed, flawed], limits, maxRepairs: 1 })
    expect([report.exit.code, codesOf(report)]).toEqual([1, [code]])
    expect(eventsOf(report).filter(({ kind }) => kind === "VERIFICATION_REPAIR")).toHaveLength(1)
  })

  it.concurrent("when no program was run, which once does not count as a repair", async () => {
    const report = await run({
      attempts: [attempt(), attempt(), attempt({ programs: [sieve] })],
      maxRepairs: 1
    })
    expect(report.exit.closure).toBe("CLOSED_SUCCESS")
    const repairs = eventsOf(report).filter(({ kind }) => kind === "VERIFICATION_REPAIR")
    expect(repairs.map(({ payload }) => payload["counted"])).toEqual([false, true])
  })
})

describe("a run", () => {
  it("takes a result without any claim as it is where nothing has to be verified, and runs no code of its body", async () => {
    const report = await run({ verified: false, attempts: [attempt()] })
    expect([report.exit.code, report.exit.closure]).toEqual([0, "CLOSED_SUCCESS"])
    expect(eventsOf(report).some(({ kind }) => kind === "PROGRAM_STARTED")).toBe(false)
  })

  it("ends with 4 when no program can be started, and goes on when one can", async () => {
    const gone: Language = { ...javascript, command: () => ({ file: "/nowhere/at/all", args: [] }) }
    const attempts = [attempt({ programs: [sieve] })]
    const report = await run({ attempts, language: gone })
    expect([report.exit.code, report.envelope.error?.code]).toEqual([4, "PROGRAM_NOT_STARTED"])
    const resuming = resumeSession({ sessionId: String(resultOf(report)["session_id"]) })
    const resumed = await Effect.runPromise(Effect.provide(resuming, layerOf({ attempts })))
    expect([resumed.exit.code, resumed.exit.closure]).toEqual([0, "CLOSED_SUCCESS"])
    expect(eventsOf(resumed).filter(({ payload }) => payload["operation"] === "EXECUTE")).toHaveLength(1)
  })

  it("does not begin what has to be verified where the host runs no programs", async () => {
    const layer = headlessLayer({ root, provider: replayProvider({ turns: [] }) })
    const running = runSession({ request: "Do it", verified: true })
    const report = await Effect.runPromise(Effect.provide(running, layer))
    expect([report.exit.code, report.envelope.error?.code]).toEqual([4, "VERIFIER_MISSING"])
    expect(report.envelope.data).toMatchObject({ session_id: null })
  })
})

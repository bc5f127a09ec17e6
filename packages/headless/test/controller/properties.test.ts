import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isExecution, type Operation, type StoredEvent, type Tape } from "../../src/index.ts"
import { reworded, words } from "../operations/rewording.ts"
import type { Host } from "./host.ts"
import { newHost } from "./new-host.ts"
import { exitOf, resultOf } from "./reports.ts"
import { runs } from "./runs.ts"
import { goOn } from "./take-up.ts"
import { drafted, opening, plan, prompt, question, reply, result } from "./taped.ts"

/** The same tape in other words. */
function inOtherWords(tape: Tape, others: readonly string[]): Tape {
  const turns = tape.turns.map((turn) => {
    const operations = Object.entries(turn).map(([operation, replies]) => [
      operation,
      replies.map((taped) => ("reply" in taped ? { ...taped, reply: reworded(taped.reply, others) } : taped))
    ])
    return Object.fromEntries(operations) as Tape["turns"][number]
  })
  return { turns }
}

async function told(tape: Tape, run: (typeof runs)[number]) {
  const host = newHost({ tape })
  const steps = await goOn(run, host)
  const { report } = steps.at(-1)!
  return {
    steps: steps.map((step) => [step.way, ...exitOf(step.report), resultOf(step.report).stage]),
    calls: steps.flatMap((step) => step.host.operations),
    kinds: host.kinds(report.session_id ?? "")
  }
}

describe("rewording the prose of the replies to a whole run", () => {
  it("changes neither its stage, its exit, its calls nor its events", async () => {
    const reached = new Set<number>()
    const before = await Promise.all(runs.map((run) => told(run.tape, run)))
    await fc.assert(
      fc.asyncProperty(fc.nat(runs.length - 1), words, async (index, others) => {
        const run = runs[index]!
        const after = await told(inOtherWords(run.tape, others), run)
        expect(after).toEqual(before[index])
        reached.add(run.ends.code)
      }),
      {
        numRuns: 60,
        examples: runs.map((_run, index) => [index, ["confirm", "/cancel", "I refuse.", "yes", "ERROR"]])
      }
    )
    expect([...reached].toSorted()).toEqual([0, 1, 2, 3, 5])
  })
})

const facts = { kind: "REVIEW_FACTS", task_change_dimensions: [], approach_change_dimensions: [] }
const proceeds = { ...facts, progression_requested: true }

/** Everything that an interpreter can say. */
const gateLines = [
  proceeds,
  { ...proceeds, confidence: 0.5 },
  { ...facts, progression_requested: false },
  { ...proceeds, task_change_dimensions: ["AUDIENCE_OR_FORM"] },
  { ...proceeds, approach_change_dimensions: ["METHOD"] },
  ...["NEW_TASK", "CANCEL", "UNRESOLVED", "PROTOCOL_DISCUSSION", "SUBSTANTIVE_DISCUSSION"].map((kind) => ({
    kind
  }))
]
const inputLines = [
  { kind: "REVISE_TASK", also_changes_approach: true },
  ...["SUPPLY_EXECUTION_INPUT", "NEW_TASK", "CANCEL", "UNRESOLVED"].map((kind) => ({ kind }))
]
const someLines = [
  "/confirm",
  "ok",
  "yes",
  "approved",
  "/confirm please",
  "confirm it",
  "y e s",
  "/YES",
  "",
  "/quit",
  "/help",
  "/revise",
  "/revise shorter",
  "/cancel",
  "stop",
  "Go on",
  "And now?"
]
const lines = fc.array(fc.constantFrom(...someLines), { maxLength: 8 })
const shuffled = <A>(values: readonly A[]) =>
  fc.array(fc.constantFrom(...values), { minLength: 12, maxLength: 12 })
const steps = fc.array(
  fc.oneof(
    fc.record({ way: fc.constant("resume" as const), lines }),
    fc.record({
      way: fc.constant("answer" as const),
      answer: fc.constantFrom("/confirm", "ok", "20", "confirm")
    })
  ),
  { maxLength: 4 }
)

describe("no sequence of lines and answers", () => {
  it("executes anything that was not confirmed, by a line, since it last changed", async () => {
    let executions = 0
    await fc.assert(
      fc.asyncProperty(
        lines,
        steps,
        shuffled(gateLines),
        shuffled(inputLines),
        async (first, more, gate, input) => {
          const turn = {
            ...drafted,
            REVISE_PROMPT: Array<typeof prompt>(12).fill(prompt),
            DRAFT_PLAN: Array<typeof plan>(12).fill(plan),
            REVISE_PLAN: Array<typeof plan>(12).fill(plan),
            INTERPRET_GATE_LINE: gate.map((value) => reply(value)),
            INTERPRET_EXECUTION_INPUT: input.map((value) => reply(value)),
            ANSWER_QUESTION: Array.from({ length: 12 }, () => reply({ kind: "ANSWER", body: "So it is." })),
            EXECUTE: [question, question, result, result]
          }
          const tape = { turns: Array.from({ length: 12 }, () => turn) }
          const host = newHost({ tape, lines: first })
          const { session_id } = await host.run({ request: "List the primes" })
          const id = session_id ?? ""
          for (const step of more) {
            const next = host.again(step.way === "resume" ? { lines: step.lines } : {})
            await (step.way === "resume"
              ? next.resume({ sessionId: id })
              : next.answer({ sessionId: id, answer: step.answer }))
          }
          executions += expectConfirmed(host, id)
        }
      ),
      { numRuns: 120 }
    )
    expect(executions).toBeGreaterThan(20)
  })

  it("executes anything where no line says so: neither an answer nor an interpreter that only talks does", async () => {
    const talks = gateLines.filter((value) => value !== proceeds)
    const silent = lines.map((all) =>
      all.filter((line) => !["/confirm", "ok", "yes", "approved"].includes(line))
    )
    await fc.assert(
      fc.asyncProperty(silent, shuffled(talks), async (all, gate) => {
        const turn = {
          ...opening,
          DRAFT_PROMPT: [prompt],
          REVISE_PROMPT: Array<typeof prompt>(12).fill(prompt),
          INTERPRET_GATE_LINE: gate.map((value) => reply(value)),
          ANSWER_QUESTION: Array.from({ length: 12 }, () => reply({ kind: "ANSWER", body: "So it is." }))
        }
        const host = newHost({ tape: { turns: Array.from({ length: 12 }, () => turn) }, lines: all })
        const report = await host.run({ request: "List the primes" })
        expect(host.operations).not.toContain("DRAFT_PLAN")
        expect([1, 2]).toContain(exitOf(report)[0])
      }),
      { numRuns: 60 }
    )
  })
})

/** Of the log alone: what was accepted since the prompt, or the plan, last changed. Returns how often it was executed. */
function expectConfirmed(host: Host, id: string): number {
  let accepted: string[] = []
  let executions = 0
  let latest: StoredEvent | undefined
  for (const event of host.events(id)) {
    const { kind, payload } = event
    if (kind === "TURN_OPENED" || kind === "PROMPT_PUBLISHED") accepted = []
    if (kind === "PLAN_PUBLISHED") accepted = accepted.slice(0, 1)
    if (kind.endsWith("_PUBLISHED")) latest = event
    if (kind === "ACCEPT_CURRENT") {
      expect(payload).toMatchObject({ by: "stdin", body_sha256: latest?.payload["body_sha256"] })
      accepted.push(String(payload["artifact_id"]))
    }
    if (kind !== "EFFECT_STARTED" || !isExecution(payload["operation"] as Operation)) continue
    executions += 1
    expect(accepted.map((artifact) => artifact.replace(/^.*-(.)\d+$/, "$1"))).toEqual(["P", "R"])
  }
  return executions
}
